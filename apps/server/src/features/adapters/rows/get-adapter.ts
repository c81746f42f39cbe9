import { forbidden, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { loadAccess, type ObjectAccess } from '../../../platform/db/sharing.ts'
import { mayEditAdapter, mayUseAdapter } from './adapters.policy.ts'
import { type AdapterRow, findAdapter } from './adapters.store.ts'

type GetAdapterRequest = { readonly actor: Actor; readonly id: string }

type SharedAdapter = AdapterRow & ObjectAccess

/** Returns an adapter; throws 404 when the actor may not see it. */
export async function getVisibleAdapter(
  ctx: Pick<Context, 'db'>,
  { actor, id }: GetAdapterRequest,
): Promise<SharedAdapter> {
  const tenant = tenantOf(ctx, actor)
  const adapter = await findAdapter(tenant, id)
  const access = (await loadAccess(tenant, 'adapter', [id]))(id)
  if (!adapter || !mayUseAdapter(actor, adapter, access)) throw notFound('adapter')
  return { ...adapter, ...access }
}

/** Returns an adapter together with its settings, which only its owner may see. */
export async function getOwnAdapter(
  ctx: Pick<Context, 'db'>,
  { actor, id }: GetAdapterRequest,
): Promise<AdapterRow> {
  const adapter = await getVisibleAdapter(ctx, { actor, id })
  if (!mayEditAdapter(actor, adapter, adapter)) throw forbidden()
  return adapter
}
