import { conflict, forbidden, legacyRefusal } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { findTriad } from './defaults/default-triad.store.ts'
import { slotOf } from './defaults/default-triad.ts'
import { type AdapterUses, findAdapterUses } from './rows/adapter-uses.store.ts'
import { mayDeleteAdapter } from './rows/adapters.policy.ts'
import { removeAdapter } from './rows/adapters.store.ts'
import { getVisibleAdapter } from './rows/get-adapter.ts'

type DeleteAdapterRequest = { readonly actor: Actor; readonly id: string }

/**
 * Deletes an adapter. Throws while it is the caller's default or in use elsewhere; the message
 * names the uses.
 */
export async function deleteAdapter(
  ctx: Pick<Context, 'db'>,
  { actor, id }: DeleteAdapterRequest,
): Promise<void> {
  const adapter = await getVisibleAdapter(ctx, { actor, id })
  if (!mayDeleteAdapter(actor, adapter, adapter)) throw forbidden()

  const tenant = tenantOf(ctx, actor)
  const slot = slotOf[adapter.kind]
  const triad = await findTriad(tenant, actor.userId)
  if (slot && triad?.[slot] === id) {
    throw legacyRefusal(
      `“${adapter.name}” is your default. Choose another default before deleting it.`,
    )
  }
  await inTransaction(tenant, async (transaction) => {
    await recordChange(transaction, actor, {
      action: 'adapter.deleted',
      subject: { type: 'adapter', id, name: adapter.name },
      before: { provider: adapter.provider_id, model: adapter.model },
    })
    // When the database refuses the deletion, the transaction is rolled back, including the audit
    // entry.
    if (await removeAdapter(transaction, id)) return
    throw conflict(inUseMessage(adapter.name, await findAdapterUses(tenant, id)))
  })
}

/** Maximum number of uses that the message names. */
const maxListedUses = 5

function inUseMessage(name: string, { projects, people }: AdapterUses): string {
  const parts = [
    ...(projects.length > 0 ? [`used by ${listNames('the project', projects)}`] : []),
    ...(people.length > 0 ? [`the default of ${listNames('', people)}`] : []),
  ]
  const reason = parts.join(' and ') || 'in use'
  return `“${name}” is ${reason}. Choose another adapter there before deleting it.`
}

function listNames(noun: string, names: readonly string[]): string {
  const restCount = names.length - maxListedUses
  const quotedNames = names.slice(0, maxListedUses).map((one) => (noun ? `“${one}”` : one))
  const all = restCount > 0 ? [...quotedNames, `${restCount} more`] : quotedNames
  const [last = '', ...precedingNames] = all.toReversed()
  const text =
    precedingNames.length > 0 ? `${precedingNames.toReversed().join(', ')} and ${last}` : last
  return `${noun}${noun && names.length > 1 ? 's' : ''} ${text}`.trim()
}
