import { forbidden, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { listWorkflowsUsingConnector } from '../../../platform/db/referrers.ts'
import { loadAccess, type ObjectAccess } from '../../../platform/db/sharing.ts'
import { mayEditConnector, mayNameConnector, mayUseConnector } from './connectors.policy.ts'
import { type ConnectorRow, findConnector } from './connectors.store.ts'

type GetConnectorRequest = { readonly actor: Actor; readonly id: string }

export type SharedConnector = ConnectorRow & ObjectAccess

/** Returns a connector; throws 404 when the actor may not see it. */
export async function getVisibleConnector(
  ctx: Pick<Context, 'db'>,
  { actor, id }: GetConnectorRequest,
): Promise<SharedConnector> {
  const tenant = tenantOf(ctx, actor)
  const connector = await findConnector(tenant, id)
  const access = (await loadAccess(tenant, 'connector', [id]))(id)
  if (!connector || !mayUseConnector(actor, connector, access)) throw notFound('connector')
  return { ...connector, ...access }
}

/** Returns a connector of which the actor may know the name: one that they or a workflow use. */
export async function getNamedConnector(
  ctx: Pick<Context, 'db'>,
  { actor, id }: GetConnectorRequest,
): Promise<ConnectorRow> {
  const tenant = tenantOf(ctx, actor)
  const [connector, accessTo, workflows] = await Promise.all([
    findConnector(tenant, id),
    loadAccess(tenant, 'connector', [id]),
    listWorkflowsUsingConnector(tenant, id),
  ])
  const isUsedByWorkflow = workflows.length > 0
  if (!connector || !mayNameConnector(actor, connector, { ...accessTo(id), isUsedByWorkflow })) {
    throw notFound('connector')
  }
  return connector
}

/** Returns a connector together with its settings, which only its owners may see. */
export async function getOwnConnector(
  ctx: Pick<Context, 'db'>,
  { actor, id }: GetConnectorRequest,
): Promise<SharedConnector> {
  const connector = await getVisibleConnector(ctx, { actor, id })
  if (!mayEditConnector(actor, connector, connector)) throw forbidden()
  return connector
}
