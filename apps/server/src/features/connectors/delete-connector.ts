import { conflict } from '../../platform/app-error.ts'
import type { Actor, Context } from '../../platform/context.ts'
import {
  listLookupTablesOfConnector,
  listWorkflowsUsingConnector,
} from '../../platform/db/referrers.ts'
import { deleteConnection } from '../connections/connections.port.ts'
import { requestPurge } from './mail-addresses/purge-mails.ts'
import { connectorConnections } from './rows/connector-connections.ts'

type Uses = Awaited<ReturnType<typeof listWorkflowsUsingConnector>>

/** Maximum number of workflows or lookup tables that the message names. */
const maxListedUses = 20

type DeleteConnectorRequest = { readonly actor: Actor; readonly id: string }

/** Deletes a connector; throws 409 while a workflow uses it, also if only its live version does, or a lookup table. */
export async function deleteConnector(
  ctx: Pick<Context, 'db' | 'jobs' | 'connectorProviders'>,
  { actor, id }: DeleteConnectorRequest,
): Promise<void> {
  let providerId = ''
  await deleteConnection(
    ctx,
    connectorConnections,
    { actor, id },
    {
      toAuditValues({ provider_id }) {
        providerId = provider_id
        return { provider: provider_id }
      },
      async assertUnused(tenant, { name }) {
        const workflows = await listWorkflowsUsingConnector(tenant, actor, id)
        if (workflows.count > 0) {
          throw conflict(`“${name}” is used by ${describeUses(workflows, 'workflow')}.`)
        }
        const tables = await listLookupTablesOfConnector(tenant, actor, id)
        if (tables.count > 0) {
          throw conflict(`“${name}” is used by ${describeUses(tables, 'lookup table')}.`)
        }
      },
      explainUses: async (_, { name }) => `“${name}” is used by a workflow or a lookup table.`,
    },
  )
  if (ctx.connectorProviders.find(providerId)?.hasMailAddress) await requestPurge(ctx)
}

function describeUses({ names, count }: Uses, noun: string): string {
  const listedNames = names.slice(0, maxListedUses).map((name) => `“${name}”`)
  const restCount = count - listedNames.length
  if (listedNames.length === 0)
    return count === 1 ? `a ${noun} that you cannot see` : `${count} ${noun}s that you cannot see`
  const subject = count === 1 ? `the ${noun}` : `the ${noun}s`
  return `${subject} ${listedNames.join(', ')}${restCount > 0 ? ` and ${restCount} more` : ''}`
}
