import type { LookupColumn } from '@recto/contract/lookups/lookup-tables'
import { foldName, isKeyType, normalizeKey } from '@recto/extraction/lookups/normalize'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { escapeLike } from '../../../platform/db/sql-text.ts'
import type { LookupTableRow } from './lookup-tables.store.ts'

/** A row as people and results see it. */
type StoredLookupRow = { readonly row_key: string; readonly cells: readonly string[] }

type RowsPage = {
  readonly table: Pick<LookupTableRow, 'id' | 'columns'>
  readonly search?: string | undefined
  readonly page: number
  readonly pageSize: number
}

/** Lists rows of the current version in the order of their keys. */
export async function listLookupRows(
  { db, organizationId }: Tenant,
  { table, search, page, pageSize }: RowsPage,
): Promise<StoredLookupRow[]> {
  return db
    .selectFrom('lookup_row')
    .select(['row_key', 'cells'])
    .where('organization_id', '=', organizationId)
    .where('lookup_table_id', '=', table.id)
    .where('to_version', 'is', null)
    .where(whereMatches(table.columns, search))
    .orderBy('row_key')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
}

export async function countLookupRows(
  { db, organizationId }: Tenant,
  { table, search }: Pick<RowsPage, 'table' | 'search'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('lookup_row')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organization_id', '=', organizationId)
    .where('lookup_table_id', '=', table.id)
    .where('to_version', 'is', null)
    .where(whereMatches(table.columns, search))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns an exact value of a column as the rows have it among their keys. */
export const toStoredKey = (column: number, value: string): string => `${column}=${value}`

/** Matches rows whose key begins with the search, whose name or place has it, or that have it as an exact value. */
function whereMatches(
  columns: readonly LookupColumn[],
  search: string | undefined,
): RawBuilder<SqlBool> {
  if (!search) return sql<SqlBool>`true`
  const folded = foldName(search)
  const exactKeys = columns
    .map(({ type }, index) =>
      isKeyType(type) ? toStoredKey(index, normalizeKey(type, search)) : undefined,
    )
    .filter((key) => key !== undefined)
  return sql<SqlBool>`(
    row_key ilike ${`${escapeLike(search)}%`}
    or keys && ${exactKeys}::text[]
    or (${folded} <> '' and (
      name like ${`%${escapeLike(folded)}%`} or city like ${`${escapeLike(folded)}%`}))
    or (postcode <> '' and postcode = ${search}))`
}
