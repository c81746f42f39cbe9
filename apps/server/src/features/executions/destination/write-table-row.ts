import type {
  CellValue,
  DatabaseConnector,
  NewColumn,
  NewRow,
  TableColumn,
  TableName,
} from '@recto/provider-spec/database-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { useDatabaseConnector } from '../../connectors/connectors.port.ts'
import {
  findNameProblem,
  parseTableDestination,
  parseTableName,
  type TableDestination,
} from '../../workflows/workflows.port.ts'
import { buildRow, type DeliveredRow, type TableResult } from './build-row.ts'
import { shortenName } from './column-names.ts'
import { convertCell } from './convert-cell.ts'
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
  const tableResult = (result ?? {}) as TableResult
  const keys = Object.keys(tableResult.output ?? {})
  if (keys.length === 0) return 'No values were extracted, so nothing was written.'
  const fieldTypes = new Map(plan.tool.metadata.outputs.map(({ name, type }) => [name, type]))
  return useDatabaseConnector(ctx, tenant, connectorId ?? '', async (connector) => {
    const { nameLimit } = connector
    const nameProblem = findNameProblem(settings, nameLimit)
    if (nameProblem) throw badRequest(nameProblem.problem)
    const row = buildRow({ file, settings, result: tableResult, fieldTypes, nameLimit })
    const table = parseTableName(settings.table)
    const columns = await loadOrCreateColumns(connector, table, { settings, row, signal })
    const { matchedRow, key } = matchColumns(columns, row, settings)
    await connector.insert(table, [matchedRow], { key, signal })
    const shortNames = keys
      .map((name) => ({ name, shortName: shortenName(name, nameLimit) }))
      .filter(({ name, shortName }) => name !== shortName && row.has(shortName))
      .map(({ name, shortName }) => ` The column of “${name}” is “${shortName}”.`)
    return `Written to the table “${settings.table}”.${shortNames.join('')}`
  })
}

type ColumnOptions = {
  readonly settings: TableDestination
  readonly row: DeliveredRow
  readonly signal: AbortSignal
}

/**
 * Lists the columns of the table. It is created for this row if it does not exist, and columns that
 * it lacks are added if the settings allow it.
 */
async function loadOrCreateColumns(
  connector: DatabaseConnector,
  table: TableName,
  { row, signal, settings }: ColumnOptions,
): Promise<readonly TableColumn[]> {
  const existingColumns = await connector.listColumns(table, { signal })
  if (!existingColumns) {
    const columns = [...row].map(([name, { kind }]) => ({ name, kind }))
    await connector.createTable(table, columns, { key: ['id'], signal })
  } else {
    const columns = settings.addMissingColumns ? findAddableColumns(existingColumns, row) : []
    if (columns.length === 0) return existingColumns
    await addColumns(connector, table, { columns, settings, signal })
  }
  const newColumns = await connector.listColumns(table, { signal })
  if (newColumns) return newColumns
  throw badRequest(`The table “${settings.table}” was created, but could not be found afterwards.`)
}

function findAddableColumns(tableColumns: readonly TableColumn[], row: DeliveredRow): NewColumn[] {
  const names = new Set(tableColumns.map(({ name }) => name.toLowerCase()))
  return [...row]
    .filter(([name, { canBeAdded }]) => canBeAdded && !names.has(name.toLowerCase()))
    .map(([name, { kind }]) => ({ name, kind }))
}

type Addition = Omit<ColumnOptions, 'row'> & { readonly columns: readonly NewColumn[] }

async function addColumns(
  connector: DatabaseConnector,
  table: TableName,
  { columns, settings, signal }: Addition,
): Promise<void> {
  try {
    await connector.addColumns(table, columns, { signal })
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'unauthorised') throw error
    const names = columns.map(({ name }) => `“${name}”`).join(', ')
    throw badRequest(
      `The table “${settings.table}” has no column ${names}, and the connector may not add it. ${error.message}`,
    )
  }
}

type MatchedRow = { readonly matchedRow: NewRow; readonly key: readonly string[] }

/**
 * Matches the row with the columns of the table. Values without a column are never dropped: the
 * error names them.
 */
function matchColumns(
  tableColumns: readonly TableColumn[],
  row: DeliveredRow,
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
