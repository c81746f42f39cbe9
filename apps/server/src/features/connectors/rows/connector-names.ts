import type { Tenant } from '../../../platform/db/database.ts'
import { findConnectors } from './connectors.store.ts'

export async function connectorNames(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const connectors = await findConnectors(tenant, [...new Set(ids)])
  return new Map(connectors.map(({ id, name }) => [id, name]))
}
