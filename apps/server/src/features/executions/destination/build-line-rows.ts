import { nameColumns } from '@recto/contract/workflows/line-tables'
import { isContainer } from '@recto/exact-json/exact-number'
import type { CellKind, NameLimit } from '@recto/provider-spec/database-connector'
import {
  fieldOf,
  findCommonKind,
  itemNumberColumn,
  type LineTable,
  listFieldsOf,
  listFileColumns,
  type ReadList,
  type TableDestination,
} from '../../workflows/workflows.port.ts'
import { addableCell, type CellContent, type DeliveredRow, fixedCell } from './build-row.ts'
import { shortenName } from './column-names.ts'

type LineRowsInput = {
  readonly lineTable: LineTable
  /** The answer of the list prompt. */
  readonly list: ReadList
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
  const { list, fileRow, settings, nameLimit } = input
  const columns = buildColumns(input)
  const keyNames = new Set(listFileColumns(settings).map((name) => shortenName(name, nameLimit)))
  const keyRow = new Map([...fileRow].filter(([name]) => keyNames.has(name)))
  const rows = list.items.map((item, index) => {
    const numberCell = fixedCell('whole', index + 1)
    return new Map([
      ...keyRow,
      [itemNumberColumn, numberCell] as const,
      ...columns.map(
        ({ field, name, kind }) =>
          [name, addableCell(kind, toContent(fieldOf(item, field)))] as const,
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
function buildColumns({
  lineTable,
  list,
  settings,
  nameLimit,
}: LineRowsInput): readonly LineColumn[] {
  const definitions = new Map(lineTable.columns.map((column) => [column.field, column]))
  const otherFields = listFieldsOf(list).filter((field) => !definitions.has(field))
  const ownNames = lineTable.columns.map(({ name }) => name)
  const takenNames = [...listFileColumns(settings), itemNumberColumn, ...ownNames]
  const otherNames = nameColumns({ fields: otherFields, takenNames })
  const columns = [
    ...lineTable.columns,
    ...otherFields.map((field, index) => ({ field, name: otherNames[index] ?? field })),
  ]
  return columns.flatMap(({ field, name, type }: LineTable['columns'][number]) => {
    const kind = type ?? findCommonKind(list.items.map((item) => fieldOf(item, field)))
    return kind ? [{ field, name: shortenName(name, nameLimit), kind }] : []
  })
}

function toContent(value: unknown): CellContent {
  if (value === null || value === undefined) return null
  return isContainer(value) ? JSON.stringify(value) : (value as CellContent)
}
