import { conflict, forbidden } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { listWorkflowsUsingConnector } from '../../platform/db/referrers.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { mayDeleteConnector } from './rows/connectors.policy.ts'
import { removeConnector } from './rows/connectors.store.ts'
import { getVisibleConnector } from './rows/get-connector.ts'

type DeleteConnectorRequest = { readonly actor: Actor; readonly id: string }

/** Deletes a connector; throws 409 while a workflow uses it. */
export async function deleteConnector(
  ctx: Pick<Context, 'db'>,
  { actor, id }: DeleteConnectorRequest,
): Promise<void> {
  const connector = await getVisibleConnector(ctx, { actor, id })
  if (!mayDeleteConnector(actor, connector, connector)) throw forbidden()

  const tenant = tenantOf(ctx, actor)
  const { name } = connector
  await assertUnused()
  await inTransaction(tenant, async (transaction) => {
    await recordChange(transaction, actor, {
      action: 'connector.deleted',
      subject: { type: 'connector', id, name },
      before: { provider: connector.provider_id },
    })
    // When the database refuses the deletion, the transaction is rolled back, including the audit
    // entry.
    if (await removeConnector(transaction, id)) return
    throw conflict(`“${name}” is used by a workflow.`)
  })

  async function assertUnused(): Promise<void> {
    const workflows = await listWorkflowsUsingConnector(tenant, id)
    if (workflows.length === 0) return
    const quotedNames = workflows.map((one) => `“${one}”`).join(', ')
    throw conflict(
      `“${name}” is used by ${workflows.length === 1 ? 'the workflow' : 'the workflows'} ${quotedNames}.`,
    )
  }
}
