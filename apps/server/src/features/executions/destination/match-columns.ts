import type {
  CellValue,
  NewColumn,
  NewRow,
  TableColumn,
} from '@recto/provider-spec/database-connector'
import { badRequest } from '../../../platform/app-error.ts'
import type { TableDestination } from '../../workflows/workflows.port.ts'
import type { DeliveredRow } from './build-row.ts'
import { convertCell } from './convert-cell.ts'

/** Lists the columns of the row that an existing table lacks and may get. */
export function findAddableColumns(
  tableColumns: readonly TableColumn[],
  row: DeliveredRow,
): NewColumn[] {
  const names = new Set(tableColumns.map(({ name }) => name.toLowerCase()))
  return [...row]
    .filter(([name, { canBeAdded }]) => canBeAdded && !names.has(name.toLowerCase()))
    .map(([name, { kind }]) => ({ name, kind }))
}

type MatchedRow = { readonly matchedRow: NewRow; readonly key: readonly string[] }

type MatchOptions = {
  readonly settings: TableDestination
  /** The columns that the table need not have. */
  readonly optionalNames: readonly string[]
}

/** Lists the columns that the table of the files need not have. */
export const listOptionalNames = ({
  filePath,
  executionId,
}: TableDestination): readonly string[] => ['id', 'created_by', 'created_at', filePath, executionId]

/**
 * Matches the row with the columns of the table. Values without a column are never dropped: the
 * error names them.
 */
export function matchTableColumns(
  tableColumns: readonly TableColumn[],
  row: DeliveredRow,
  { settings, optionalNames }: MatchOptions,
): MatchedRow {
  const columns = new Map(tableColumns.map((column) => [column.name.toLowerCase(), column]))
  const missingNames = [...row.keys()].filter(
    (name) => !columns.has(name.toLowerCase()) && !optionalNames.includes(name),
  )
  if (missingNames.length > 0) {
    const names = missingNames.map((name) => `“${name}”`).join(', ')
    throw badRequest(`The table “${settings.table}” has no column ${names}.`)
  }
  const cells: Record<string, CellValue> = {}
  for (const [name, { value }] of row) {
    const column = columns.get(name.toLowerCase())
    // A numeric key that the table generates itself, such as a serial, is left to the table.
    if (!column || (name === 'id' && column.kind !== 'text' && column.kind !== null)) continue
    cells[column.name] = convertCell(value, column, settings.table)
  }
  return { matchedRow: cells, key: findKeyColumns(cells, columns, settings) }
}

/** Finds the columns that identify the row in a repeated delivery. */
function findKeyColumns(
  matchedRow: NewRow,
  columns: ReadonlyMap<string, TableColumn>,
  { filePath, executionId, replaceRowsOfFile, table }: TableDestination,
): readonly string[] {
  const findColumn = (name: string) => {
    const columnName = columns.get(name.toLowerCase())?.name
    return columnName !== undefined && columnName in matchedRow ? [columnName] : []
  }
  const id = findColumn('id')
  const path = findColumn(filePath)
  const execution = findColumn(executionId)
  if (replaceRowsOfFile && path.length > 0) return path
  if (!replaceRowsOfFile && id.length > 0) return id
  if (!replaceRowsOfFile && path.length > 0 && execution.length > 0) return [...path, ...execution]
  throw badRequest(
    `The table “${table}” has no column that identifies the rows of a file. It needs ${
      replaceRowsOfFile ? `“${filePath}”` : `“id”, or “${filePath}” and “${executionId}”`
    }.`,
  )
}
