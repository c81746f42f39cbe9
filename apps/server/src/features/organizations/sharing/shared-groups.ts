import type { Tenant } from '../../../platform/db/database.ts'
import { type SharedTable, sharesOf } from '../../../platform/db/sharing.ts'
import { listGroups } from '../groups/groups.store.ts'

/** The groups with which a thing is shared, by name. */
export async function sharedGroupsOf(
  tenant: Tenant,
  table: SharedTable,
  id: string,
): Promise<{ readonly id: number; readonly name: string }[]> {
  const { groups } = await sharesOf(tenant, { table, id })
  const rows = await listGroups(tenant, { ids: groups })
  return rows.map((group) => ({ id: group.id, name: group.name }))
}
