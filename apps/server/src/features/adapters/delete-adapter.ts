import { refusalWith500 } from '../../platform/app-error.ts'
import type { Actor, Context } from '../../platform/context.ts'
import { deleteConnection } from '../connections/connections.port.ts'
import { findTriad } from './defaults/default-triad.store.ts'
import { slotOf } from './defaults/default-triad.ts'
import { adapterConnections } from './rows/adapter-connections.ts'
import { type AdapterUses, findAdapterUses } from './rows/adapter-uses.store.ts'

type DeleteAdapterRequest = { readonly actor: Actor; readonly id: string }

/**
 * Deletes an adapter. Throws while it is the caller's default or in use elsewhere; the message
 * names the uses.
 */
export async function deleteAdapter(
  ctx: Pick<Context, 'db'>,
  { actor, id }: DeleteAdapterRequest,
): Promise<void> {
  await deleteConnection(
    ctx,
    adapterConnections,
    { actor, id },
    {
      toAuditValues: ({ provider_id, model }) => ({ provider: provider_id, model }),
      async assertUnused(tenant, { kind, name }) {
        const slot = slotOf[kind]
        const triad = await findTriad(tenant, actor.userId)
        if (!slot || triad?.[slot] !== id) return
        throw refusalWith500(
          `“${name}” is your default. Choose another default before deleting it.`,
        )
      },
      explainUses: async (tenant, { name }) =>
        inUseMessage(name, await findAdapterUses(tenant, id)),
    },
  )
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
