import type { Tenant } from '../../../platform/db/database.ts'
import { findAdapters } from './adapters.store.ts'

export async function adapterNames(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const adapters = await findAdapters(tenant, [...new Set(ids)])
  return new Map(adapters.map(({ id, name }) => [id, name]))
}
