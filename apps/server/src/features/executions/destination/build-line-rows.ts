import { isContainer } from '@recto/exact-json/exact-number'
import type { CellKind, NameLimit } from '@recto/provider-spec/database-connector'
import { badRequest } from '../../../platform/app-error.ts'
import {
  findCommonKind,
  itemNumberColumn,
  type LineTable,
  listFieldsOf,
  listFileColumns,
  type ReadList,
  readList,
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
  const list = readList(value)
  if (!list) {
    const { prompt, table } = lineTable
    throw badRequest(
      `The value of “${prompt}” is not a list, so it has no rows for the table “${table}”.`,
    )
  }
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

type LineColumn = { readonly field: string; readonly name: string; readonly kind: CellKind }

/**
 * Lists the columns that settings define, with those of other values in the items. A column without a type whose
 * values are all null is left out: null is what the table has without it, and nothing says of which type it would be.
 */
function buildColumns(
  list: ReadList,
  { lineTable, settings, nameLimit }: LineRowsInput,
): readonly LineColumn[] {
  const definitions = new Map(lineTable.columns.map((column) => [column.field, column]))
  const fields = new Set([...definitions.keys(), ...listFieldsOf(list)])
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
    const kind = column?.type ?? findCommonKind(list.items.map((item) => item[field]))
    return kind ? [{ field, name: shortenName(name, nameLimit), kind }] : []
  })
}

function toContent(value: unknown): CellContent {
  if (value === null || value === undefined) return null
  return isContainer(value) ? JSON.stringify(value) : (value as CellContent)
}
