import { type LookupColumn, lookupTableLimits } from '@recto/contract/lookups/lookup-tables'
import type { Tenant } from '../../../platform/db/database.ts'
import type { LookupTableRow, LookupTableVersionRow } from '../rows/lookup-tables.store.ts'
import { mergeIndexEntries, replaceWords } from '../rows/lookup-words.store.ts'
import {
  addUploadedRows,
  beginUpload,
  deleteReplacedRows,
  findDoubleKey,
  padUploadedRows,
  replaceRows,
  type UploadedRow,
} from '../rows/uploaded-rows.store.ts'
import { badFile, type TableFile } from './read-table-file.ts'
import { type RowLayout, toUploadedRow } from './to-uploaded-row.ts'

/** Rows that are sent to the database at a time. */
const batchRows = 2000

type TableColumns = { readonly columns: readonly LookupColumn[]; readonly key_column: string }

/**
 * Returns the layout of rows in which columns of these names arrive: the columns of the table, followed by those that
 * only the rows have.
 */
export function planRowLayout(
  { columns, key_column: keyColumn }: TableColumns,
  names: readonly string[],
): RowLayout {
  const newNames = names.filter((name) => !columns.some((column) => column.name === name))
  if (columns.length + newNames.length > lookupTableLimits.columns) {
    throw badFile(`A table can have ${lookupTableLimits.columns} columns.`)
  }
  const allColumns: LookupColumn[] = [
    ...columns,
    ...newNames.map((name) => ({ name, type: 'text' as const })),
  ]
  const places = allColumns.map(({ name }) => names.indexOf(name))
  return { columns: allColumns, places, keyColumn }
}

/** Throws if a column of the table did not arrive. */
export function assertComplete({ columns, places }: RowLayout): void {
  const vanishedColumn = columns[places.indexOf(-1)]
  if (!vanishedColumn) return
  throw badFile(
    `Row 1: the column “${vanishedColumn.name}” is missing. A new version has every column that the table has.`,
  )
}

type RowsToCollect = Pick<TableFile, 'names' | 'rows'> & {
  readonly table: TableColumns
  readonly emptyText?: string
}

export type CollectedRows = { readonly rowCount: number; readonly layout: RowLayout }

/** Collects rows for the transaction of the caller. Throws if they are none, lack a column, or two have one key. */
export async function collectRows(
  tenant: Tenant,
  { table, names, rows, emptyText }: RowsToCollect,
): Promise<CollectedRows> {
  await beginUpload(tenant)
  let layout = planRowLayout(table, names)
  const { length: firstColumnCount } = layout.columns
  let nameCount = names.length
  let rowCount = 0
  let batch: UploadedRow[] = []
  for await (const row of rows) {
    // Some sources name a column when a row has it for the first time.
    if (names.length > nameCount)
      layout = planRowLayout({ ...table, columns: layout.columns }, names)
    nameCount = names.length
    batch.push(toUploadedRow(row, layout))
    rowCount += 1
    if (batch.length < batchRows) continue
    await addUploadedRows(tenant, batch)
    batch = []
  }
  await addUploadedRows(tenant, batch)
  if (rowCount === 0) {
    throw badFile(emptyText ?? 'The file has no rows below the names of its columns.')
  }
  assertComplete(layout)
  const { length: columnCount } = layout.columns
  if (columnCount > firstColumnCount) await padUploadedRows(tenant, columnCount)
  const doubleKey = await findDoubleKey(tenant)
  if (doubleKey) {
    const { row_key: key, first, second } = doubleKey
    throw badFile(
      `Row ${second}, column “${layout.keyColumn}”: row ${first} has the key “${key}”, too. A key identifies one row.`,
    )
  }
  return { rowCount, layout }
}

type VersionToStore = CollectedRows & {
  readonly table: LookupTableRow
  readonly fileName: string
  readonly createdBy: number | null
}

/** Stores collected rows as the next version of a table. */
export async function storeVersion(
  tenant: Tenant,
  { table, layout, rowCount, fileName, createdBy }: VersionToStore,
): Promise<LookupTableVersionRow> {
  await deleteReplacedRows(tenant, table.id)
  const version = await replaceRows(tenant, {
    id: table.id,
    version: table.version + 1,
    columns: layout.columns,
    fileName,
    rowCount,
    createdBy,
  })
  await replaceWords(tenant, table.id)
  await mergeIndexEntries(tenant)
  return version
}

type VersionToSave = Omit<VersionToStore, keyof CollectedRows> & Omit<RowsToCollect, 'table'>

/** Stores rows as the next version of a table, within the transaction of the caller. */
export async function saveVersion(
  tenant: Tenant,
  { table, fileName, createdBy, ...rows }: VersionToSave,
): Promise<LookupTableVersionRow> {
  const collectedRows = await collectRows(tenant, { ...rows, table })
  return storeVersion(tenant, { ...collectedRows, table, fileName, createdBy })
}
