import { isAnyNumber, isContainer } from '@recto/exact-json/exact-number'
import type { CellKind, NameLimit } from '@recto/provider-spec/database-connector'
import { badRequest } from '../../../platform/app-error.ts'
import {
  itemNumberColumn,
  type LineTable,
  listFileColumns,
  type TableDestination,
} from '../../workflows/workflows.port.ts'
import {
  addableCell,
  type CellContent,
  type DeliveredRow,
  findFreeName,
  fixedCell,
} from './build-row.ts'
import { shortenName } from './column-names.ts'

type Item = Readonly<Record<string, unknown>>

type LineRowsInput = {
  readonly lineTable: LineTable
  /** The answer of the list prompt; a list without items if it is missing. */
  readonly value: unknown
  /** The row of the file, whose key its items have too. */
  readonly fileRow: DeliveredRow
  readonly settings: TableDestination
  readonly nameLimit: NameLimit | undefined
}

export type LineRows = {
  /** The cells that identify the file, by which earlier rows are found. */
  readonly keyRow: DeliveredRow
  /** One row for each item; all have the same columns. */
  readonly rows: readonly DeliveredRow[]
}

/** Builds the rows of a list. Each has the cells that identify the file, and the number of its item. */
export function buildLineRows(input: LineRowsInput): LineRows {
  const { lineTable, value, fileRow, settings, nameLimit } = input
  const list = readList(value, lineTable)
  const { items } = list
  const columns = buildColumns(list, input)
  const keyNames = new Set(listFileColumns(settings).map((name) => shortenName(name, nameLimit)))
  const keyRow = new Map([...fileRow].filter(([name]) => keyNames.has(name)))
  const rows = items.map((item, index) => {
    const numberCell = fixedCell('whole', index + 1)
    return new Map([
      ...keyRow,
      [itemNumberColumn, numberCell] as const,
      ...columns.map(
        ({ field, name, kind }) => [name, addableCell(kind, toContent(item[field]))] as const,
      ),
    ])
  })
  return { keyRow, rows }
}

type List = {
  readonly items: readonly Item[]
  /** Fields in the order of the columns, as far as the answer states it. */
  readonly headers: readonly string[]
}

function readList(value: unknown, { prompt, table }: LineTable): List {
  if (value === null || value === undefined) return { items: [], headers: [] }
  // A table has its rows beside its headers.
  const { rows = null, column_headers: headers = null } = (
    Array.isArray(value) ? { rows: value } : isContainer(value) ? value : { rows: undefined }
  ) as { readonly rows?: unknown; readonly column_headers?: unknown }
  if (!Array.isArray(rows) && !(rows === null && Array.isArray(headers))) {
    throw badRequest(
      `The value of “${prompt}” is not a list, so it has no rows for the table “${table}”.`,
    )
  }
  return {
    items: (rows ?? []).map(toItem),
    headers: Array.isArray(headers) ? headers.map(String) : [],
  }
}

function toItem(item: unknown): Item {
  if (item === null || item === undefined) return {}
  return isContainer(item) && !Array.isArray(item) ? (item as Item) : { value: item }
}

type LineColumn = { readonly field: string; readonly name: string; readonly kind: CellKind }

/**
 * Lists the columns that settings define, with those of other values in the items. A column without a type whose
 * values are all null is left out: null is what the table has without it, and nothing says of which type it would be.
 */
function buildColumns(
  { items, headers }: List,
  { lineTable, settings, nameLimit }: LineRowsInput,
): readonly LineColumn[] {
  const definitions = new Map(lineTable.columns.map((column) => [column.field, column]))
  const fields = new Set([
    ...definitions.keys(),
    ...headers,
    ...items.flatMap((item) => Object.keys(item)),
  ])
  const takenNames = new Set(
    [
      ...listFileColumns(settings),
      itemNumberColumn,
      ...lineTable.columns.map(({ name }) => name),
    ].map((name) => name.toLowerCase()),
  )
  return [...fields].flatMap((field) => {
    const column = definitions.get(field)
    const name = column?.name ?? findFreeName(field, takenNames)
    const kind = column?.type ?? findCommonKind(items.map((item) => item[field]))
    return kind ? [{ field, name: shortenName(name, nameLimit), kind }] : []
  })
}

/** Finds the type that all values have; `undefined` if all are null. */
function findCommonKind(values: readonly unknown[]): CellKind | undefined {
  const kinds = new Set(
    values.flatMap((value) => (value === null || value === undefined ? [] : [kindOf(value)])),
  )
  if (kinds.size > 1) return 'text'
  return [...kinds][0]
}

function kindOf(value: unknown): CellKind {
  if (isContainer(value)) return 'json'
  if (isAnyNumber(value)) return 'decimal'
  return typeof value === 'boolean' ? 'truth' : 'text'
}

function toContent(value: unknown): CellContent {
  if (value === null || value === undefined) return null
  return isContainer(value) ? JSON.stringify(value) : (value as CellContent)
}
