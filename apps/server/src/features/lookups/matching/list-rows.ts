import { isContainer } from '@recto/exact-json/exact-number'
import type { Json } from '@recto/provider-spec/answer'

type JsonRecord = { readonly [key: string]: Json }

const isRecord = (value: Json | undefined): value is JsonRecord =>
  isContainer(value) && !Array.isArray(value)

/** Returns the rows of a list, with or without column headers; `undefined` if the value is no list. */
export function rowsIn(value: Json): readonly Json[] | undefined {
  if (Array.isArray(value)) return value
  if (!isRecord(value) || !Array.isArray(value.column_headers)) return undefined
  return Array.isArray(value.rows) ? value.rows : undefined
}

/** Returns a cell of a row; null if the row is no object or has no such column. */
export const cellIn = (row: Json | undefined, column: string): Json =>
  isRecord(row) && Object.hasOwn(row, column) ? (row[column] ?? null) : null

/** Returns whether a row of the list has a column of this name, or its headers have it. */
export function hasColumn(value: Json, column: string): boolean {
  const isInRow = rowsIn(value)?.some((row) => isRecord(row) && Object.hasOwn(row, column))
  return isInRow === true || headersOf(value).includes(column)
}

const headersOf = (value: Json): readonly Json[] =>
  isRecord(value) && Array.isArray(value.column_headers) ? value.column_headers : []

export type RowColumns = Readonly<Record<string, string | null>>

/** Returns the list with columns added to each row that is an object, in the order of the rows. */
export function addToRows(value: Json, columnsOfRows: readonly (RowColumns | undefined)[]): Json {
  const names = [...new Set(columnsOfRows.flatMap((columns) => Object.keys(columns ?? {})))]
  return changeRows(value, {
    changeHeaders: (headers) => [...headers, ...names.filter((name) => !headers.includes(name))],
    changeRow: (row, index) => ({ ...row, ...columnsOfRows[index] }),
  })
}

/** Returns the list without columns that were added to its rows. */
export function removeFromRows(value: Json, names: readonly string[]): Json {
  if (names.length === 0) return value
  return changeRows(value, {
    changeHeaders: (headers) => headers.filter((header) => !names.includes(String(header))),
    changeRow: (row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))),
  })
}

type RowChanges = {
  changeHeaders(headers: readonly Json[]): readonly Json[]
  changeRow(row: JsonRecord, index: number): JsonRecord
}

function changeRows(value: Json, { changeHeaders, changeRow }: RowChanges): Json {
  const rows = rowsIn(value)
  if (!rows) return value
  const changedRows = rows.map((row, index) => (isRecord(row) ? changeRow(row, index) : row))
  if (!isRecord(value)) return changedRows
  return { ...value, column_headers: changeHeaders(headersOf(value)), rows: changedRows }
}
