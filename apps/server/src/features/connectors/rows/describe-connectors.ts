import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { loadAccess, type UsedObject } from '../../../platform/db/sharing.ts'
import { mayUseConnector } from './connectors.policy.ts'
import { findConnectors } from './connectors.store.ts'

/** Describes connectors that something else uses, also those that the actor may not use. */
export async function describeConnectors(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  connectorIds: readonly string[],
): Promise<UsedObject[]> {
  const ids = [...new Set(connectorIds)]
  const tenant = tenantOf(ctx, actor)
  const [connectors, accessTo] = await Promise.all([
    findConnectors(tenant, ids),
    loadAccess(tenant, 'connector', ids),
  ])
  return connectors.map((connector) => ({
    name: connector.name,
    created_by: connector.created_by,
    isOpenToAll: connector.shared_to_org,
    isUsable: mayUseConnector(actor, connector, accessTo(connector.id)),
  }))
}
