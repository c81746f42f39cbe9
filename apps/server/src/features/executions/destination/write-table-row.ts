import { createHash } from 'node:crypto'
import type {
  CellValue,
  DatabaseConnector,
  NewRow,
  TableColumn,
  TableName,
} from '@recto/provider-spec/database-connector'
import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { useDatabaseConnector } from '../../connectors/connectors.port.ts'
import {
  columnModes,
  parseTableDestination,
  type TableDestination,
} from '../../workflows/workflows.port.ts'
import type { Delivery } from './delivery.ts'

/**
 * Writes the result as a row of a table, which is created if it does not exist. The row has the id
 * of the file execution, which is the primary key of tables created here: a repeated delivery
 * replaces the row.
 */
export async function writeTableRow(
  ctx: Context,
  tenant: Tenant,
  { file, plan, result, signal }: Delivery,
): Promise<string> {
  const { connectorId, configuration } = plan.destination ?? {}
  const settings = parseTableDestination(configuration)
  const values = getOutput(result)
  if (Object.keys(values).length === 0) return 'No values were extracted, so nothing was written.'
  return useDatabaseConnector(ctx, tenant, connectorId ?? '', async (connector) => {
    const row = buildRow(file, settings, values)
    const table = parseTableName(settings.table)
    const columns = await loadOrCreateColumns(connector, table, { settings, row, signal })
    const { matchedRow, key } = matchColumns(columns, row, settings)
    await connector.insert(table, [matchedRow], { key, signal })
    return `Written to the table “${settings.table}”.`
  })
}

function parseTableName(name: string): TableName {
  const dot = name.indexOf('.')
  return dot > 0 ? { schema: name.slice(0, dot), name: name.slice(dot + 1) } : { name }
}

type ColumnKind = NonNullable<TableColumn['kind']>
type NewColumn = Parameters<DatabaseConnector['createTable']>[1][number]
type Values = Readonly<Record<string, unknown>>

const getOutput = (result: unknown): Values =>
  ((result as { output?: Values } | null)?.output ?? {}) as Values

type Cell = { readonly kind: ColumnKind; readonly value: CellValue }
type Row = ReadonlyMap<string, Cell>

const textCell = (value: string | null): Cell => ({ kind: 'text', value })

function buildRow(file: Delivery['file'], settings: TableDestination, values: Values): Row {
  const { includeAgent, agentName, includeTimestamp, columnMode, singleColumnName } = settings
  const cells: [string, Cell][] =
    columnMode === columnModes[0]
      ? [[singleColumnName, textCell(JSON.stringify(values))]]
      : Object.entries(values).map(([name, value]) => [name, toCell(value)])
  return new Map<string, Cell>([
    ...cells,
    ['id', textCell(buildRowId(file, settings))],
    ['created_by', textCell(includeAgent ? agentName : null)],
    ['created_at', { kind: 'time', value: includeTimestamp ? new Date() : null }],
    [settings.filePath, textCell(file.file_path ?? file.file_name)],
    [settings.executionId, textCell(file.execution_id)],
  ])
}

/** Returns an id per file and run or, if a later run replaces the row, an id per file. */
function buildRowId(
  { id, file_path }: Delivery['file'],
  { replaceRowsOfFile }: TableDestination,
): string {
  if (!replaceRowsOfFile || file_path === null) return id
  const hash = createHash('sha256').update(file_path).digest('hex')
  const part = (from: number, to: number) => hash.slice(from, to)
  return [part(0, 8), part(8, 12), `8${part(13, 16)}`, `8${part(17, 20)}`, part(20, 32)].join('-')
}

/** Converts one value to the cell of its own column. */
function toCell(value: unknown): Cell {
  if (typeof value === 'number') return { kind: 'number', value }
  if (typeof value === 'boolean') return { kind: 'truth', value }
  if (typeof value === 'string' || value === null || value === undefined)
    return textCell(value ?? null)
  return { kind: 'json', value: JSON.stringify(value) }
}

type ColumnOptions = {
  readonly settings: TableDestination
  readonly row: Row
  readonly signal: AbortSignal
}

/** Lists the columns of the table, which is created for this row if it does not exist. */
async function loadOrCreateColumns(
  connector: DatabaseConnector,
  table: TableName,
  { row, signal, settings }: ColumnOptions,
): Promise<readonly TableColumn[]> {
  const existingColumns = await connector.listColumns(table, { signal })
  if (existingColumns) return existingColumns
  const columns: NewColumn[] = [...row].map(([name, { kind }]) => ({ name, kind }))
  await connector.createTable(table, columns, { key: ['id'], signal })
  const createdColumns = await connector.listColumns(table, { signal })
  if (!createdColumns)
    throw badRequest(
      `The table “${settings.table}” was created, but could not be found afterwards.`,
    )
  return createdColumns
}

type MatchedRow = { readonly matchedRow: NewRow; readonly key: readonly string[] }

/**
 * Matches the row with the columns of the table. Values without a column are never dropped: the
 * error names them.
 */
function matchColumns(
  tableColumns: readonly TableColumn[],
  row: Row,
  settings: TableDestination,
): MatchedRow {
  const columns = new Map(tableColumns.map((column) => [column.name.toLowerCase(), column]))
  const extras = ['id', 'created_by', 'created_at', settings.filePath, settings.executionId]
  const missingNames = [...row.keys()].filter(
    (name) => !columns.has(name.toLowerCase()) && !extras.includes(name),
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

type CellContent = Exclude<CellValue, null | Date>

/**
 * Converters by the type of the column; each returns `undefined` for a value that the column cannot
 * hold.
 */
const converters: Readonly<Record<ColumnKind, (value: CellContent) => CellValue | undefined>> = {
  text: (value) => String(value),
  json: (value) => (typeof value === 'string' && isJson(value) ? value : JSON.stringify(value)),
  number: toNumber,
  whole(value) {
    const number = toNumber(value)
    return Number.isInteger(number) ? number : undefined
  },
  truth: (value) => (typeof value === 'boolean' ? value : undefined),
  time(value) {
    const time = new Date(String(value))
    return Number.isNaN(time.getTime()) ? undefined : time
  },
}

/**
 * Converts a value to the type of an existing column. A value that cannot be converted is rejected
 * by name.
 */
function convertCell(value: CellValue, { name, kind }: TableColumn, table: string): CellValue {
  if (value === null || value instanceof Date || kind === null) return value
  const cell = converters[kind](value)
  if (cell !== undefined) return cell
  throw badRequest(`The column “${name}” of “${table}” does not accept ${JSON.stringify(value)}.`)
}

function toNumber(value: CellContent): number | undefined {
  if (typeof value === 'boolean') return undefined
  const number = typeof value === 'number' ? value : Number(value.trim() || Number.NaN)
  return Number.isFinite(number) ? number : undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
