import { forbidden, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { accessOf, type ObjectAccess } from '../../../platform/db/sharing.ts'
import { mayEditAdapter, mayUseAdapter } from './adapters.policy.ts'
import { type AdapterRow, findAdapter } from './adapters.store.ts'

type Input = { readonly actor: Actor; readonly id: string }

type SharedAdapter = AdapterRow & ObjectAccess

/** Throws 404 for what the actor may not even see. */
export async function getVisibleAdapter(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<SharedAdapter> {
  const tenant = tenantOf(ctx, actor)
  const adapter = await findAdapter(tenant, id)
  const access = (await accessOf(tenant, 'adapter', [id]))(id)
  if (!adapter || !mayUseAdapter(actor, adapter, access)) throw notFound('adapter')
  return { ...adapter, ...access }
}

/** With its settings, which only the owner may see. */
export async function getOwnAdapter(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<AdapterRow> {
  const adapter = await getVisibleAdapter(ctx, { actor, id })
  if (!mayEditAdapter(actor, adapter, adapter)) throw forbidden()
  return adapter
}
