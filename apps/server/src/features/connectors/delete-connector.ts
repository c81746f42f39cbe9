import { conflict } from '../../platform/app-error.ts'
import type { Actor, Context } from '../../platform/context.ts'
import { listWorkflowsUsingConnector } from '../../platform/db/referrers.ts'
import { deleteConnection } from '../connections/connections.port.ts'
import { connectorConnections } from './rows/connector-connections.ts'

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
        const workflows = await listWorkflowsUsingConnector(tenant, id)
        if (workflows.length === 0) return
        const quotedNames = workflows.map((one) => `“${one}”`).join(', ')
        const noun = workflows.length === 1 ? 'the workflow' : 'the workflows'
        throw conflict(`“${name}” is used by ${noun} ${quotedNames}.`)
      },
      explainUses: async (_, { name }) => `“${name}” is used by a workflow.`,
    },
  )
}
