import type { LookupColumn } from '@recto/contract/lookups/lookup-tables'
import type { Tenant } from '../../../platform/db/database.ts'
import type { LookupTableRow, LookupTableVersionRow } from '../rows/lookup-tables.store.ts'
import { replaceWords } from '../rows/lookup-words.store.ts'
import {
  addUploadedRows,
  beginUpload,
  deleteReplacedRows,
  findDoubleKey,
  replaceRows,
  type UploadedRow,
} from '../rows/uploaded-rows.store.ts'
import { badFile, type TableFileRow } from './read-table-file.ts'
import { type RowLayout, toUploadedRow } from './to-uploaded-row.ts'

/** Rows that are sent to the database at a time. */
const batchRows = 2000

type VersionToSave = {
  readonly table: LookupTableRow
  readonly layout: RowLayout & { readonly columns: readonly LookupColumn[] }
  readonly rows: AsyncIterable<TableFileRow>
  readonly fileName: string
  readonly createdBy: number
}

/** Stores the rows of a file as the next version of a table, within the transaction of the caller. */
export async function saveVersion(
  tenant: Tenant,
  { table, layout, rows, fileName, createdBy }: VersionToSave,
): Promise<LookupTableVersionRow> {
  await beginUpload(tenant)
  let rowCount = 0
  let batch: UploadedRow[] = []
  for await (const row of rows) {
    batch.push(toUploadedRow(row, layout))
    rowCount += 1
    if (batch.length < batchRows) continue
    await addUploadedRows(tenant, batch)
    batch = []
  }
  await addUploadedRows(tenant, batch)
  if (rowCount === 0) throw badFile('The file has no rows below the names of its columns.')
  const doubleKey = await findDoubleKey(tenant)
  if (doubleKey) {
    const { row_key: key, first, second } = doubleKey
    throw badFile(
      `Row ${second}, column “${layout.keyColumn}”: row ${first} has the key “${key}”, too. A key identifies one row.`,
    )
  }
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
  return version
}
