import type { LookupColumn } from '@recto/contract/lookups/lookup-tables'
import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { type Viewer, whereVisible } from '../../../platform/db/visible-rows.ts'

export type LookupTableRow = Selectable<Tables['lookup_table']>
export type LookupTableVersionRow = Selectable<Tables['lookup_table_version']>

const selectLookupTable = ({ db, organizationId }: Tenant, id: string) =>
  db
    .selectFrom('lookup_table')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)

export async function findLookupTable(
  tenant: Tenant,
  id: string,
): Promise<LookupTableRow | undefined> {
  return selectLookupTable(tenant, id).executeTakeFirst()
}

export async function listVisibleLookupTables(
  { db, organizationId }: Tenant,
  viewer: Viewer,
): Promise<LookupTableRow[]> {
  return db
    .selectFrom('lookup_table')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(whereVisible(viewer, 'lookup-table/see', 'lookup_table'))
    .orderBy('name')
    .execute()
}

/** Returns the names of the columns of tables, by the names of the tables. */
export async function findColumnsOfTables(
  { db, organizationId }: Tenant,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (names.length === 0) return new Map()
  const tables = await db
    .selectFrom('lookup_table')
    .select(['name', 'columns'])
    .where('organization_id', '=', organizationId)
    .where('name', 'in', names)
    .execute()
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]))
}

export async function countLookupTables({ db, organizationId }: Tenant): Promise<number> {
  const { count } = await db
    .selectFrom('lookup_table')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

type NewLookupTable = {
  readonly name: string
  readonly keyColumn: string
  readonly columns: readonly LookupColumn[]
  readonly createdBy: number
}

/** Returns `undefined` if the name is taken. */
export async function insertLookupTable(
  { db, organizationId }: Tenant,
  { name, keyColumn, columns, createdBy }: NewLookupTable,
): Promise<LookupTableRow | undefined> {
  return db
    .insertInto('lookup_table')
    .values({
      organization_id: organizationId,
      name,
      key_column: keyColumn,
      columns: JSON.stringify(columns),
      created_by: createdBy,
      modified_by: createdBy,
    })
    .onConflict((conflict) => conflict.constraint('lookup_table_name_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Locks a table for an upload; returns `undefined` while another one runs. */
export async function lockLookupTable(
  tenant: Tenant,
  id: string,
): Promise<LookupTableRow | undefined> {
  return selectLookupTable(tenant, id).forNoKeyUpdate().skipLocked().executeTakeFirst()
}

/** Locks a table for a refresh, when an upload that has locked it ends; `undefined` if it no longer exists. */
export async function awaitLookupTable(
  tenant: Tenant,
  id: string,
): Promise<LookupTableRow | undefined> {
  return selectLookupTable(tenant, id).forNoKeyUpdate().executeTakeFirst()
}

/** Returns false if it no longer exists. */
export async function deleteLookupTableRow(
  { db, organizationId }: Tenant,
  id: string,
): Promise<boolean> {
  const deletedRow = await db
    .deleteFrom('lookup_table')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deletedRow !== undefined
}

type VersionsPage = { readonly id: string; readonly page: number; readonly pageSize: number }

export async function listTableVersionRows(
  { db, organizationId }: Tenant,
  { id, page, pageSize }: VersionsPage,
): Promise<LookupTableVersionRow[]> {
  return db
    .selectFrom('lookup_table_version')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('lookup_table_id', '=', id)
    .orderBy('version', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
}
