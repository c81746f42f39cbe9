import { conflict, forbidden, legacyRefusal } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { findTriad } from './defaults/default-triad.store.ts'
import { slotOf } from './defaults/default-triad.ts'
import { mayDeleteAdapter } from './rows/adapters.policy.ts'
import { removeAdapter } from './rows/adapters.store.ts'
import { getVisibleAdapter } from './rows/get-adapter.ts'

type Input = { readonly actor: Actor; readonly id: string }

/** Refused while it is the caller's default or anything else is built on it. */
export async function deleteAdapter(ctx: Pick<Context, 'db'>, { actor, id }: Input): Promise<void> {
  const adapter = await getVisibleAdapter(ctx, { actor, id })
  if (!mayDeleteAdapter(actor, adapter, adapter.sharedWith)) throw forbidden()

  const tenant = tenantOf(ctx, actor)
  const slot = slotOf[adapter.kind]
  const triad = await findTriad(tenant, actor.userId)
  if (slot && triad?.[slot] === id) {
    throw legacyRefusal(
      `“${adapter.name}” is your default; choose another default before deleting it.`,
    )
  }
  if (!(await removeAdapter(tenant, id))) {
    throw conflict(`“${adapter.name}” is used by a project or is somebody's default.`)
  }
}
