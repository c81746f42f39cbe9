import { permits } from '@recto/contract/policy/permits'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { listWorkflowsUsingConnector } from '../../../platform/db/referrers.ts'
import { loadAccess } from '../../../platform/db/sharing.ts'
import { type ConnectorRow, findConnector } from './connectors.store.ts'

/** Returns a connector of which the actor may know the name: one that they or a workflow that they see use. */
export async function getNamedConnector(
  ctx: Pick<Context, 'db'>,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<ConnectorRow> {
  const tenant = tenantOf(ctx, actor)
  const [connector, accessTo, workflows] = await Promise.all([
    findConnector(tenant, id),
    loadAccess(tenant, 'connector', [id]),
    listWorkflowsUsingConnector(tenant, actor, id),
  ])
  const isUsedByWorkflow = workflows.names.length > 0
  if (!connector) throw notFound('connector')
  const facts = { ...connector, ...accessTo(id), isUsedByWorkflow }
  if (!permits(actor, 'connector/name', facts)) throw notFound('connector')
  return connector
}
