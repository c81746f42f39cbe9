import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { forgetDocument } from '../../documents/documents.port.ts'
import { forgetRemoved } from '../rows/removed.store.ts'

/** How long what was deleted can be brought back. */
const KEPT_MS = 15 * 60_000

/** Gives up what nobody brought back in time. */
export async function purgeRemoved(
  ctx: Pick<Context, 'db' | 'files'>,
  { organizationId }: Pick<Tenant, 'organizationId'>,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  for (const hash of await forgetRemoved(tenant, new Date(Date.now() - KEPT_MS))) {
    await forgetDocument(ctx, tenant, hash)
  }
}
