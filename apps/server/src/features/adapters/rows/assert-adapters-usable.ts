import { forbidden, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { loadAccess } from '../../../platform/db/sharing.ts'
import { mayUseAdapter } from './adapters.policy.ts'
import { findAdapters } from './adapters.store.ts'

/**
 * Throws 404 for an adapter that the organization does not have, 403 for one that is not shared
 * with the actor.
 */
export async function assertAdaptersUsable(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  adapterIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(adapterIds)]
  const tenant = tenantOf(ctx, actor)
  const adapters = await findAdapters(tenant, ids)
  if (adapters.length < ids.length) throw notFound('adapter')
  const accessTo = await loadAccess(tenant, 'adapter', ids)
  for (const adapter of adapters) {
    if (!mayUseAdapter(actor, adapter, accessTo(adapter.id))) {
      throw forbidden(`You do not have access to the adapter “${adapter.name}”.`)
    }
  }
}
