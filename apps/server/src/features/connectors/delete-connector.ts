import { conflict } from '../../platform/app-error.ts'
import type { Actor, Context } from '../../platform/context.ts'
import { listWorkflowsUsingConnector } from '../../platform/db/referrers.ts'
import { deleteConnection } from '../connections/connections.port.ts'
import { connectorConnections } from './rows/connector-connections.ts'

type UsingWorkflows = Awaited<ReturnType<typeof listWorkflowsUsingConnector>>

/** Maximum number of workflows that the message names. */
const maxListedWorkflows = 20

type DeleteConnectorRequest = { readonly actor: Actor; readonly id: string }

/** Deletes a connector; throws 409 while a workflow uses it, also if only its live version does. */
export async function deleteConnector(
  ctx: Pick<Context, 'db'>,
  { actor, id }: DeleteConnectorRequest,
): Promise<void> {
  await deleteConnection(
    ctx,
    connectorConnections,
    { actor, id },
    {
      toAuditValues: ({ provider_id }) => ({ provider: provider_id }),
      async assertUnused(tenant, { name }) {
        const workflows = await listWorkflowsUsingConnector(tenant, actor, id)
        if (workflows.count === 0) return
        throw conflict(`“${name}” is used by ${describeWorkflows(workflows)}.`)
      },
      explainUses: async (_, { name }) => `“${name}” is used by a workflow.`,
    },
  )
}

function describeWorkflows({ names, count }: UsingWorkflows): string {
  const listedNames = names.slice(0, maxListedWorkflows).map((name) => `“${name}”`)
  const restCount = count - listedNames.length
  const noun = count === 1 ? 'the workflow' : 'the workflows'
  if (listedNames.length === 0)
    return count === 1 ? 'a workflow that you cannot see' : `${count} workflows that you cannot see`
  return `${noun} ${listedNames.join(', ')}${restCount > 0 ? ` and ${restCount} more` : ''}`
}
