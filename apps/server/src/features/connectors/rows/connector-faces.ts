import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findConnectors } from './connectors.store.ts'

/** Name and icon of a connector, for lists. */
type ConnectorFace = { readonly name: string; readonly icon: string }

/** Icon for a provider that this installation does not have. */
const unknownIcon = '/icons/connector-icons/unknown.svg'

/** Returns the icon of the connector's service. */
export const iconOf = (
  { connectorProviders }: Pick<Context, 'connectorProviders'>,
  providerId: string,
): string => connectorProviders.find(providerId)?.icon ?? unknownIcon

/** Returns names and icons by the connector's id. */
export async function connectorFaces(
  ctx: Pick<Context, 'connectorProviders'>,
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ConnectorFace>> {
  const connectors = await findConnectors(tenant, [...new Set(ids)])
  return new Map(
    connectors.map(({ id, name, provider_id }) => [id, { name, icon: iconOf(ctx, provider_id) }]),
  )
}
