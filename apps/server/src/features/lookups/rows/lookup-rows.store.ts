import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { escapeLike } from '../../../platform/db/sql-text.ts'

/** A row as people and results see it. */
export type StoredLookupRow = { readonly row_key: string; readonly cells: readonly string[] }

/** A search as the values of rows are stored. */
export type RowSearch = {
  readonly text: string
  /** The text as names and cities are stored. */
  readonly name: string
  /** The text as exact values are stored, for each column that has them. */
  readonly exactKeys: readonly string[]
}

type RowsQuery = {
  readonly tableId: string
  readonly search?: RowSearch | undefined
  readonly page: number
  readonly pageSize: number
}

/** Lists rows of the current version in the order of their keys. */
export async function listLookupRows(
  { db, organizationId }: Tenant,
  { tableId, search, page, pageSize }: RowsQuery,
): Promise<StoredLookupRow[]> {
  return db
    .selectFrom('lookup_row')
    .select(['row_key', 'cells'])
    .where('organization_id', '=', organizationId)
    .where('lookup_table_id', '=', tableId)
    .where('to_version', 'is', null)
    .where(whereMatches(search))
    .orderBy('row_key')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
}

export async function countLookupRows(
  { db, organizationId }: Tenant,
  { tableId, search }: Pick<RowsQuery, 'tableId' | 'search'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('lookup_row')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organization_id', '=', organizationId)
    .where('lookup_table_id', '=', tableId)
    .where('to_version', 'is', null)
    .where(whereMatches(search))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns an exact value of a column as the rows have it among their keys. */
export const toStoredKey = (column: number, value: string): string => `${column}=${value}`

/** Matches rows whose key begins with the search, whose name or place has it, or that have it as an exact value. */
function whereMatches(search: RowSearch | undefined): RawBuilder<SqlBool> {
  if (!search) return sql<SqlBool>`true`
  const { text, name, exactKeys } = search
  return sql<SqlBool>`(
    row_key ilike ${`${escapeLike(text)}%`}
    or keys && ${exactKeys}::text[]
    or (${name} <> '' and (
      name like ${`%${escapeLike(name)}%`} or city like ${`${escapeLike(name)}%`}))
    or (postcode <> '' and postcode = ${text}))`
}
