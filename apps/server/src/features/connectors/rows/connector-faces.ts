import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { iconOf } from '../../connections/connections.port.ts'
import { connectorConnections } from './connector-connections.ts'
import { findConnectors } from './connectors.store.ts'

/** Name and icon of a connector, for lists. */
type ConnectorFace = { readonly name: string; readonly icon: string }

/** Returns names and icons by the connector's id. */
export async function connectorFaces(
  ctx: Pick<Context, 'connectorProviders'>,
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ConnectorFace>> {
  const connectors = await findConnectors(tenant, [...new Set(ids)])
  return new Map(
    connectors.map(({ id, name, provider_id }) => {
      const icon = iconOf(ctx, connectorConnections, provider_id)
      return [id, { name, icon }]
    }),
  )
}
