import type { Tenant } from '../../../platform/db/database.ts'
import { loadShares, type SharedTable } from '../../../platform/db/sharing.ts'
import { listGroups } from '../groups/groups.store.ts'

/** Returns the groups with which an object is shared, ordered by name. */
export async function sharedGroupsOf(
  tenant: Tenant,
  table: SharedTable,
  id: string,
): Promise<{ readonly id: number; readonly name: string }[]> {
  const { groups } = await loadShares(tenant, { table, id })
  const rows = await listGroups(tenant, { ids: groups })
  return rows.map((group) => ({ id: group.id, name: group.name }))
}
