import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import type { LookupTableRow } from '../rows/lookup-tables.store.ts'

export type UsedVersion = {
  readonly table: LookupTableRow
  readonly version: number
}

/** Finds a table by its name, with the version that was current at a time; the first one if there was none yet. */
export async function findUsedVersion(
  { db, organizationId }: Tenant,
  { name, time }: { readonly name: string; readonly time: Date },
): Promise<UsedVersion | undefined> {
  const table = await db
    .selectFrom('lookup_table')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (!table) return undefined
  const { version } = await db
    .selectFrom('lookup_table_version')
    .select(sql<number | null>`max(version)`.as('version'))
    .where('organization_id', '=', organizationId)
    .where('lookup_table_id', '=', table.id)
    .where('created_at', '<=', time)
    .executeTakeFirstOrThrow()
  return { table, version: version ?? 1 }
}
