import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { deleteDocument } from '../../documents/documents.port.ts'
import { purgeRemovedBefore } from '../rows/removed.store.ts'

/** How long deleted items can be restored. */
const restorableMs = 15 * 60_000

/** Purges deleted items that nobody has restored in time. */
export async function purgeRemoved(
  ctx: Pick<Context, 'db' | 'files'>,
  { organizationId }: Pick<Tenant, 'organizationId'>,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  for (const hash of await purgeRemovedBefore(tenant, new Date(Date.now() - restorableMs))) {
    await deleteDocument(ctx, tenant, hash)
  }
}
