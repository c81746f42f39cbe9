import type { LookupColumn } from '@recto/contract/lookups/lookup-tables'
import { foldName, isKeyType, normalizeKey } from '@recto/extraction/lookups/normalize'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { getLookupTable } from './get-lookup-table.ts'
import { findUsedVersion } from './matching/table-versions.store.ts'
import {
  countLookupRows,
  listLookupRows,
  type RowSearch,
  type StoredLookupRow,
  toStoredKey,
} from './rows/lookup-rows.store.ts'
import { type LookupTableVersionRow, listTableVersionRows } from './rows/lookup-tables.store.ts'

type PageRequest = {
  readonly actor: Actor
  readonly id: string
  readonly page: number
  readonly pageSize: number
}

type RowsPage = { readonly rows: readonly StoredLookupRow[]; readonly count: number }

/** Lists rows of the current version of a table, all of them or those that a search matches. */
export async function listRowsOfTable(
  ctx: Pick<Context, 'db'>,
  { actor, id, search, page, pageSize }: PageRequest & { readonly search?: string | undefined },
): Promise<RowsPage> {
  const { columns, row_count: rowCount } = await getLookupTable(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  const rowSearch = search ? toRowSearch(columns, search) : undefined
  const [rows, count] = await Promise.all([
    listLookupRows(tenant, { tableId: id, search: rowSearch, page, pageSize }),
    rowSearch ? countLookupRows(tenant, { tableId: id, search: rowSearch }) : rowCount,
  ])
  return { rows, count }
}

type FoundRows = {
  /** The names of the columns. */
  readonly columns: readonly string[]
  readonly rows: readonly StoredLookupRow[]
}

/** Maximum number of rows that a reviewer chooses from. */
const maxFoundRows = 20

/**
 * Searches the rows of a table for somebody who reviews a value that is matched to it; `undefined` if there is no such
 * table. Those who review documents need no access to the table.
 */
export async function searchRowsToChoose(
  tenant: Tenant,
  { name, search }: { readonly name: string; readonly search?: string | undefined },
): Promise<FoundRows | undefined> {
  const usedVersion = await findUsedVersion(tenant, { name, time: new Date() })
  if (!usedVersion) return undefined
  const { id: tableId, columns } = usedVersion.table
  const rowSearch = search ? toRowSearch(columns, search) : undefined
  const page = { page: 1, pageSize: maxFoundRows }
  const rows = await listLookupRows(tenant, { tableId, search: rowSearch, ...page })
  return { columns: columns.map((column) => column.name), rows }
}

function toRowSearch(columns: readonly LookupColumn[], text: string): RowSearch {
  const exactKeys = columns
    .map(({ type }, index) =>
      isKeyType(type) ? toStoredKey(index, normalizeKey(type, text)) : undefined,
    )
    .filter((key) => key !== undefined)
  return { text, name: foldName(text), exactKeys }
}

type VersionsPage = { readonly versions: LookupTableVersionRow[]; readonly count: number }

/** Lists the versions of a table, the newest first. */
export async function listVersionsOfTable(
  ctx: Pick<Context, 'db'>,
  { actor, id, page, pageSize }: PageRequest,
): Promise<VersionsPage> {
  const { version: count } = await getLookupTable(ctx, { actor, id })
  const versions = await listTableVersionRows(tenantOf(ctx, actor), { id, page, pageSize })
  return { versions, count }
}
