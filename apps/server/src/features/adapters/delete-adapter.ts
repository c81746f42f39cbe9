import { conflict, forbidden, legacyRefusal } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { findTriad } from './defaults/default-triad.store.ts'
import { slotOf } from './defaults/default-triad.ts'
import { mayDeleteAdapter } from './rows/adapters.policy.ts'
import { removeAdapter } from './rows/adapters.store.ts'
import { getVisibleAdapter } from './rows/get-adapter.ts'

type Input = { readonly actor: Actor; readonly id: string }

/** Refused while it is the caller's default or anything else is built on it. */
export async function deleteAdapter(ctx: Pick<Context, 'db'>, { actor, id }: Input): Promise<void> {
  const adapter = await getVisibleAdapter(ctx, { actor, id })
  if (!mayDeleteAdapter(actor, adapter, adapter)) throw forbidden()

  const tenant = tenantOf(ctx, actor)
  const slot = slotOf[adapter.kind]
  const triad = await findTriad(tenant, actor.userId)
  if (slot && triad?.[slot] === id) {
    throw legacyRefusal(
      `“${adapter.name}” is your default; choose another default before deleting it.`,
    )
  }
  await inTransaction(tenant, async (within) => {
    await recordChange(within, actor, {
      action: 'adapter.deleted',
      subject: { type: 'adapter', id, name: adapter.name },
      before: { provider: adapter.provider_id, model: adapter.model },
    })
    // Refused, the transaction is over: nothing was deleted, and nothing is written of it.
    if (await removeAdapter(within, id)) return
    throw conflict(`“${adapter.name}” is used by a project or is somebody's default.`)
  })
}
