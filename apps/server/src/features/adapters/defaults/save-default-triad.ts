import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { findUsability } from '../../connections/connections.port.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { adapterConnections } from '../rows/adapter-connections.ts'
import { adapterNames } from '../rows/adapters.store.ts'
import { saveTriad, type TriadSlots } from './default-triad.store.ts'
import { findOrMakeTriad, slotOf, type Triad } from './default-triad.ts'

const kinds: Record<keyof Triad, AdapterKind> = {
  llm: 'llm',
  embedding: 'embedding',
  vectorDb: 'vector-db',
  textExtractor: 'text-extractor',
}

/** Slots that are not chosen stay as they are. */
type ChosenDefaults = { readonly [Name in keyof Triad]?: Triad[Name] | undefined }

type SaveDefaultTriadRequest = { readonly actor: Actor; readonly triad: ChosenDefaults }

export async function saveDefaultTriad(
  ctx: Pick<Context, 'db'>,
  { actor, triad }: SaveDefaultTriadRequest,
): Promise<void> {
  const tenant = tenantOf(ctx, actor)
  const chosenSlots = Object.entries(kinds)
    .map(([field, kind]) => {
      const adapterId = triad[field as keyof Triad]
      return adapterId ? { field, kind, adapterId } : undefined
    })
    .filter((value) => value !== undefined)
  const ids = chosenSlots.map(({ adapterId }) => adapterId)
  const usability = await findUsability(tenant, adapterConnections, actor, ids)
  const adapters = new Map(
    usability.filter(({ isUsable }) => isUsable).map(({ row }) => [row.id, row]),
  )

  const slots: TriadSlots = {}
  for (const { field, kind, adapterId } of chosenSlots) {
    const adapter = adapters.get(adapterId)
    if (!adapter) throw invalid(field, 'This adapter does not exist.', 'does_not_exist')
    if (adapter.kind !== kind) throw invalid(field, `“${adapter.name}” has a different type.`)
    const slot = slotOf[kind]
    if (slot) slots[slot] = adapter.id
  }
  const oldTriad = await findOrMakeTriad(tenant, actor.userId)
  const oldIds = chosenSlots.map(
    ({ kind }) => [kind, oldTriad?.[slotOf[kind] ?? 'llm_id']] as const,
  )
  const oldNames = await adapterNames(
    tenant,
    oldIds.map(([, id]) => id).filter((id) => typeof id === 'string'),
  )
  await inTransaction(tenant, async (transaction) => {
    await saveTriad(transaction, actor.userId, slots)
    await recordChange(transaction, actor, {
      action: 'default-triad.changed',
      subject: { type: 'default-triad', id: String(actor.userId), name: actor.email },
      before: Object.fromEntries(
        oldIds.map(([kind, id]) => [kind, oldNames.get(id ?? '') ?? null]),
      ),
      after: Object.fromEntries(
        chosenSlots.map((one) => [one.kind, adapters.get(one.adapterId)?.name]),
      ),
    })
  })
}
