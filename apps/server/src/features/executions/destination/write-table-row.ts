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
  type TableDestination,
  tableDestinationOf,
} from '../../workflows/workflows.port.ts'
import type { Delivery } from './delivery.ts'

/**
 * Writes what was read as a row of a table, which is made if it is not there. The row has the id of the
 * file's execution, which is the key of a table of ours: the same delivery replaces it instead of writing it twice.
 */
export async function writeTableRow(
  ctx: Context,
  tenant: Tenant,
  { file, plan, result, signal }: Delivery,
): Promise<string> {
  const { connectorId, configuration } = plan.destination ?? {}
  const settings = tableDestinationOf(configuration)
  const values = outputOf(result)
  if (Object.keys(values).length === 0) return 'Nothing was read, so nothing is written.'
  return useDatabaseConnector(ctx, tenant, connectorId ?? '', async (connector) => {
    const row = rowOf(file, settings, values)
    const table = tableOf(settings.table)
    const known = await columnsOf(connector, table, { settings, row, signal })
    const { fitting, key } = fit(known, row, settings)
    await connector.insert(table, [fitting], { key, signal })
    return `Written to the table “${settings.table}”.`
  })
}

function tableOf(name: string): TableName {
  const dot = name.indexOf('.')
  return dot > 0 ? { schema: name.slice(0, dot), name: name.slice(dot + 1) } : { name }
}

type ColumnKind = NonNullable<TableColumn['kind']>
type NewColumn = Parameters<DatabaseConnector['createTable']>[1][number]
type Values = Readonly<Record<string, unknown>>

const outputOf = (result: unknown): Values =>
  ((result as { output?: Values } | null)?.output ?? {}) as Values

type Cell = { readonly kind: ColumnKind; readonly value: CellValue }
type Row = ReadonlyMap<string, Cell>

const text = (value: string | null): Cell => ({ kind: 'text', value })

function rowOf(file: Delivery['file'], settings: TableDestination, values: Values): Row {
  const { includeAgent, agentName, includeTimestamp, columnMode, singleColumnName } = settings
  const cells: [string, Cell][] =
    columnMode === columnModes[0]
      ? [[singleColumnName, text(JSON.stringify(values))]]
      : Object.entries(values).map(([name, value]) => [name, cellOf(value)])
  return new Map<string, Cell>([
    ...cells,
    ['id', text(idOf(file, settings))],
    ['created_by', text(includeAgent ? agentName : null)],
    ['created_at', { kind: 'time', value: includeTimestamp ? new Date() : null }],
    [settings.filePath, text(file.file_path ?? file.file_name)],
    [settings.executionId, text(file.execution_id)],
  ])
}

/** One for each file and run; or one for each file, where a later run replaces its row. */
function idOf(
  { id, file_path }: Delivery['file'],
  { replaceRowsOfFile }: TableDestination,
): string {
  if (!replaceRowsOfFile || file_path === null) return id
  const hash = createHash('sha256').update(file_path).digest('hex')
  const part = (from: number, to: number) => hash.slice(from, to)
  return [part(0, 8), part(8, 12), `8${part(13, 16)}`, `8${part(17, 20)}`, part(20, 32)].join('-')
}

/** In a column of its own. */
function cellOf(value: unknown): Cell {
  if (typeof value === 'number') return { kind: 'number', value }
  if (typeof value === 'boolean') return { kind: 'truth', value }
  if (typeof value === 'string' || value === null || value === undefined) return text(value ?? null)
  return { kind: 'json', value: JSON.stringify(value) }
}

type Wanted = {
  readonly settings: TableDestination
  readonly row: Row
  readonly signal: AbortSignal
}

/** The table as it is, or as it is made for this row. */
async function columnsOf(
  connector: DatabaseConnector,
  table: TableName,
  { row, signal, settings }: Wanted,
): Promise<readonly TableColumn[]> {
  const known = await connector.listColumns(table, { signal })
  if (known) return known
  const columns: NewColumn[] = [...row].map(([name, { kind }]) => ({ name, kind }))
  await connector.createTable(table, columns, { key: ['id'], signal })
  const made = await connector.listColumns(table, { signal })
  if (!made) throw badRequest(`The table “${settings.table}” was made, but cannot be seen.`)
  return made
}

type Fitting = { readonly fitting: NewRow; readonly key: readonly string[] }

/** Values that have no column are never dropped: the refusal names them. */
function fit(known: readonly TableColumn[], row: Row, settings: TableDestination): Fitting {
  const columns = new Map(known.map((column) => [column.name.toLowerCase(), column]))
  const extras = ['id', 'created_by', 'created_at', settings.filePath, settings.executionId]
  const missing = [...row.keys()].filter(
    (name) => !columns.has(name.toLowerCase()) && !extras.includes(name),
  )
  if (missing.length > 0) {
    const names = missing.map((name) => `“${name}”`).join(', ')
    throw badRequest(`The table “${settings.table}” has no column ${names}.`)
  }
  const fitting: Record<string, CellValue> = {}
  for (const [name, { value }] of row) {
    const column = columns.get(name.toLowerCase())
    // A number of the table's own, such as a serial one, is left to it.
    if (!column || (name === 'id' && column.kind !== 'text' && column.kind !== null)) continue
    fitting[column.name] = asKind(value, column, settings.table)
  }
  return { fitting, key: keyOf(fitting, columns, settings) }
}

/** By which columns the row is found again. */
function keyOf(
  fitting: NewRow,
  columns: ReadonlyMap<string, TableColumn>,
  { filePath, executionId, replaceRowsOfFile, table }: TableDestination,
): readonly string[] {
  const named = (name: string) => {
    const real = columns.get(name.toLowerCase())?.name
    return real !== undefined && real in fitting ? [real] : []
  }
  const [id, path, execution] = [named('id'), named(filePath), named(executionId)]
  if (replaceRowsOfFile && path.length > 0) return path
  if (!replaceRowsOfFile && id.length > 0) return id
  if (!replaceRowsOfFile && path.length > 0 && execution.length > 0) return [...path, ...execution]
  throw badRequest(
    `The table “${table}” has no column by which a file’s row is found again: it needs ${
      replaceRowsOfFile ? `“${filePath}”` : `“id”, or “${filePath}” and “${executionId}”`
    }.`,
  )
}

type Kept = Exclude<CellValue, null | Date>

/** By what a column takes; `undefined` for a value that it does not. */
const written: Readonly<Record<ColumnKind, (value: Kept) => CellValue | undefined>> = {
  text: (value) => String(value),
  json: (value) => (typeof value === 'string' && isJson(value) ? value : JSON.stringify(value)),
  number: numberOf,
  whole(value) {
    const number = numberOf(value)
    return Number.isInteger(number) ? number : undefined
  },
  truth: (value) => (typeof value === 'boolean' ? value : undefined),
  time(value) {
    const time = new Date(String(value))
    return Number.isNaN(time.getTime()) ? undefined : time
  },
}

/** A table that was there before may have other types; what cannot be written so is refused by name. */
function asKind(value: CellValue, { name, kind }: TableColumn, table: string): CellValue {
  if (value === null || value instanceof Date || kind === null) return value
  const cell = written[kind](value)
  if (cell !== undefined) return cell
  throw badRequest(`The column “${name}” of “${table}” does not take ${JSON.stringify(value)}.`)
}

function numberOf(value: Kept): number | undefined {
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
