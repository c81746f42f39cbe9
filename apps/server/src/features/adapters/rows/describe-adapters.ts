import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { loadAccess, type UsedObject } from '../../../platform/db/sharing.ts'
import { mayUseAdapter } from './adapters.policy.ts'
import { findAdapters } from './adapters.store.ts'

/** Describes adapters that something else uses, also those that the actor may not use. */
export async function describeAdapters(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  adapterIds: readonly string[],
): Promise<UsedObject[]> {
  const ids = [...new Set(adapterIds)]
  const tenant = tenantOf(ctx, actor)
  const [adapters, accessTo] = await Promise.all([
    findAdapters(tenant, ids),
    loadAccess(tenant, 'adapter', ids),
  ])
  return adapters.map((adapter) => ({
    name: adapter.name,
    created_by: adapter.created_by,
    isOpenToAll: adapter.shared_to_org || adapter.is_friction_less,
    isUsable: mayUseAdapter(actor, adapter, accessTo(adapter.id)),
  }))
}
