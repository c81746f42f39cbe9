import type {
  DatabaseConnector,
  NewColumn,
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
import { needsExactColumn } from './convert-cell.ts'
import type { Delivery } from './delivery.ts'
import { findAddableColumns, matchTableColumns } from './match-columns.ts'

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
    const columns = await loadColumns(connector, table, { settings, row, signal })
    const { matchedRow, key } = matchTableColumns(columns, row, settings)
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
 * Lists the columns of the table, after a column that would round its value was widened, if the
 * settings allow changes of the table and the service can do it.
 */
async function loadColumns(
  connector: DatabaseConnector,
  table: TableName,
  options: ColumnOptions,
): Promise<readonly TableColumn[]> {
  const { settings, row, signal } = options
  const columns = await loadOrCreateColumns(connector, table, options)
  const { widenColumn } = connector
  if (!widenColumn || !settings.addMissingColumns) return columns
  const valuesByName = new Map([...row].map(([name, { value }]) => [name.toLowerCase(), value]))
  const roundingColumns = columns.filter((column) =>
    needsExactColumn(valuesByName.get(column.name.toLowerCase()) ?? null, column),
  )
  for (const { name } of roundingColumns)
    await widenColumn(table, name, { signal }).catch(ignoreUnauthorized)
  if (roundingColumns.length === 0) return columns
  return (await connector.listColumns(table, { signal })) ?? columns
}

/** The row then fails with the reason that its value would be rounded. */
function ignoreUnauthorized(error: unknown): void {
  if (!(error instanceof ProviderError) || error.code !== 'unauthorised') throw error
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
