import { lookupTableLimits } from '@recto/contract/lookups/lookup-tables'
import { ReadError } from '@recto/document-text/read-error'
import {
  maxRecordColumns,
  type TableRecord,
  toColumnLetters,
} from '@recto/document-text/table-record'
import { type AppError, invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Upload } from '../../../platform/files/upload.ts'

/** The names of the columns of a file, and its rows as they are read. */
export type TableFile = {
  readonly names: readonly string[]
  readonly rows: AsyncIterable<TableFileRow>
}

/** A row of a file, with a text for each column. */
export type TableFileRow = { readonly row: number; readonly cells: readonly string[] }

const { columns: maxColumns, charactersOfCell: maxCharacters, rows: maxRows } = lookupTableLimits

/** Opens an uploaded CSV or XLSX file. Throws for a file that cannot be read, with the row and the column. */
export async function openTableFile(
  { files, reader }: Pick<Context, 'files' | 'reader'>,
  { content }: Pick<Upload, 'content'>,
): Promise<TableFile> {
  async function* open(): AsyncGenerator<Uint8Array> {
    if ('bytes' in content) yield* cutIntoChunks(content.bytes)
    else yield* await files.read(content.path)
  }
  const records = reader.readTableRecords(open)
  const header = await refuseUnreadable(() => records.next())
  if (header.done) throw badFile('The file is empty.')
  const names = readNames(header.value)
  return { names, rows: readRows(records, names) }
}

/** Pieces that are read at a time of a file in memory. */
const chunkBytes = 64 * 1024

function* cutIntoChunks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    yield bytes.subarray(start, start + chunkBytes)
  }
}

export const badFile = (detail: string): AppError => invalid('file', detail)

async function refuseUnreadable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof ReadError ? badFile(error.message) : error
  }
}

function readNames({ row, cells }: TableRecord): readonly string[] {
  const names = cells.map(({ text }) => text)
  while (names.at(-1) === '') names.pop()
  if (names.length > maxColumns) {
    throw badFile(`The file has ${names.length} columns. A table can have ${maxColumns}.`)
  }
  names.forEach((name, index) => {
    const column = toColumnLetters(index)
    if (cells[index]?.isFormula) throw formulaIn(row, `“${column}”`)
    assertColumnName(name, { row, place: `column ${column}` })
    if (names.indexOf(name) < index) {
      throw badFile(`Row ${row}, column ${column}: another column is called “${name}”, too.`)
    }
  })
  return names
}

/** Throws for a name that no column can have. */
export function assertColumnName(
  name: string,
  { row, place }: { readonly row: number; readonly place: string },
): void {
  if (name === '') throw badFile(`Row ${row}, ${place}: the column has no name.`)
  if (name.length > 255 || /\p{Cc}/u.test(name)) {
    throw badFile(`Row ${row}, ${place}: the name of the column is too long or has line breaks.`)
  }
}

/** Throws for a text that no cell can have. */
export function assertCell(
  text: string,
  { row, name }: { readonly row: number; readonly name: string },
): void {
  if (text.length <= maxCharacters) return
  throw badFile(`Row ${row}, column “${name}”: the cell has more than ${maxCharacters} characters.`)
}

/** Throws when there are more rows than a table can have. */
export function assertRowCount(count: number): void {
  if (count <= maxRows) return
  throw badFile(`A table has at most ${maxRows.toLocaleString('en')} rows, and these are more.`)
}

const formulaIn = (row: number, column: string) =>
  badFile(
    `Row ${row}, column ${column}: the cell has a formula. Save the values instead of formulas, and upload the file again.`,
  )

async function* readRows(
  records: AsyncGenerator<TableRecord>,
  names: readonly string[],
): AsyncGenerator<TableFileRow> {
  let count = 0
  for (;;) {
    const next = await refuseUnreadable(() => records.next())
    if (next.done) return
    count += 1
    assertRowCount(count)
    yield readRow(next.value, names)
  }
}

function readRow({ row, cells }: TableRecord, names: readonly string[]): TableFileRow {
  const surplus = cells.findIndex(({ text }, index) => index >= names.length && text !== '')
  if (surplus >= 0) {
    const column = surplus < maxRecordColumns ? toColumnLetters(surplus) : String(surplus + 1)
    throw badFile(`Row ${row}, column ${column}: the cell has a value, and its column has no name.`)
  }
  return {
    row,
    cells: names.map((name, index) => {
      const { text = '', isFormula = false } = cells[index] ?? {}
      if (isFormula) throw formulaIn(row, `“${name}”`)
      assertCell(text, { row, name })
      return text
    }),
  }
}
