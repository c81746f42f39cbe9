import { conflict, forbidden, legacyRefusal } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { mayDeleteAdapter } from './adapters.policy.ts'
import { deleteAdapterRow } from './adapters.store.ts'
import { findTriad } from './default-triad.store.ts'
import { slotOf } from './default-triad.ts'
import { getVisibleAdapter } from './get-adapter.ts'

type Input = { readonly actor: Actor; readonly id: string }

/** Refused while it is the caller's default or anything else is built on it. */
export async function deleteAdapter(ctx: Pick<Context, 'db'>, { actor, id }: Input): Promise<void> {
  const adapter = await getVisibleAdapter(ctx, { actor, id })
  if (!mayDeleteAdapter(actor, adapter)) throw forbidden()

  const tenant = tenantOf(ctx, actor)
  const slot = slotOf[adapter.kind]
  const triad = await findTriad(tenant, actor.userId)
  if (slot && triad?.[slot] === id) {
    throw legacyRefusal(
      `“${adapter.name}” is your default; choose another default before deleting it.`,
    )
  }
  if (!(await deleteAdapterRow(tenant, id))) {
    throw conflict(`“${adapter.name}” is used by a project or is somebody's default.`)
  }
}
