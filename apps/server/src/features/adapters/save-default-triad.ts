import { invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { AdapterKind } from '../../platform/db/tables/adapters.ts'
import { mayUseAdapter } from './adapters.policy.ts'
import { findAdapters, listShares } from './adapters.store.ts'
import { saveTriad, type TriadSlots } from './default-triad.store.ts'
import { defaultTriadOf, slotOf } from './default-triad.ts'

/** The wire's name of a slot, the kind that fits it, and what was chosen; empty leaves the slot as it is. */
export type ChosenDefault = {
  readonly field: string
  readonly kind: AdapterKind
  readonly adapterId: string | null | undefined
}

type Input = { readonly actor: Actor; readonly chosen: readonly ChosenDefault[] }

export async function saveDefaultTriad(
  ctx: Pick<Context, 'db'>,
  { actor, chosen }: Input,
): Promise<void> {
  const tenant = tenantOf(ctx, actor)
  const given = chosen.filter(({ adapterId }) => adapterId)
  const ids = given.map(({ adapterId }) => String(adapterId))
  const adapters = new Map((await findAdapters(tenant, ids)).map((one) => [one.id, one]))
  const shares = await listShares(tenant, ids)

  const slots: TriadSlots = {}
  for (const { field, kind, adapterId } of given) {
    const adapter = adapters.get(String(adapterId))
    if (!adapter || !mayUseAdapter(actor, adapter, shares.get(adapter.id) ?? [])) {
      throw invalid(field, 'There is no such adapter.', 'does_not_exist')
    }
    if (adapter.kind !== kind) throw invalid(field, `“${adapter.name}” is of another type.`)
    const slot = slotOf[kind]
    if (slot) slots[slot] = adapter.id
  }
  await defaultTriadOf(tenant, actor.userId)
  await saveTriad(tenant, actor.userId, slots)
}
