import type { DatabaseConnector, RowReplacement } from '@recto/provider-spec/database-connector'
import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { useDatabaseConnector } from '../../connectors/connectors.port.ts'
import {
  findLineTableRefusal,
  findNameProblem,
  itemNumberColumn,
  parseTableDestination,
  parseTableName,
  type TableDestination,
} from '../../workflows/workflows.port.ts'
import { buildLineRows } from './build-line-rows.ts'
import { buildRow, type DeliveredRow, type TableResult } from './build-row.ts'
import { shortenName } from './column-names.ts'
import type { Delivery } from './delivery.ts'
import { findLineTableProblem } from './find-line-table-problem.ts'
import { matchTableColumns } from './match-columns.ts'
import { prepareTable } from './prepare-table.ts'

/**
 * Writes the result as a row of a table, which is created if it does not exist. The row has the id
 * of the file execution, which is the primary key of tables created here: a repeated delivery
 * replaces the row. The items of lists that have tables of their own are replaced in the same
 * transaction.
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
  const { outputs } = plan.tool.metadata
  const fieldTypes = new Map(outputs.map(({ name, type }) => [name, type]))
  return useDatabaseConnector(ctx, tenant, connectorId ?? '', async (connector) => {
    const { nameLimit } = connector
    const settingsProblem =
      findNameProblem(settings, nameLimit)?.problem ??
      findLineTableRefusal(settings, connector)?.problem ??
      findLineTableProblem(settings, outputs)
    if (settingsProblem) throw badRequest(settingsProblem)
    const row = buildRow({ file, settings, result: tableResult, fieldTypes, nameLimit })
    const write = { connector, settings, signal }
    const lineReplacements = await prepareLines(write, row, tableResult)
    const fileReplacement = await prepareRows(write, {
      table: settings.table,
      keyRow: row,
      rows: [row],
      createdKey: ['id'],
    })
    await replace(write, [...(fileReplacement ? [fileReplacement] : []), ...lineReplacements])
    const shortNames = keys
      .map((name) => ({ name, shortName: shortenName(name, nameLimit) }))
      .filter(({ name, shortName }) => name !== shortName && row.has(shortName))
      .map(({ name, shortName }) => ` The column of “${name}” is “${shortName}”.`)
    const lineCounts = lineReplacements.map(
      ({ table, rows }) => ` Rows in “${table.name}”: ${rows.length}.`,
    )
    return `Written to the table “${settings.table}”.${shortNames.join('')}${lineCounts.join('')}`
  })
}

type TableWriter = {
  readonly connector: DatabaseConnector
  readonly settings: TableDestination
  readonly signal: AbortSignal
}

/** Prepares the rows of the lists that have tables of their own. */
async function prepareLines(
  writer: TableWriter,
  fileRow: DeliveredRow,
  { output = {} }: TableResult,
): Promise<readonly RowReplacement[]> {
  const { connector, settings } = writer
  const { nameLimit } = connector
  const replacements: RowReplacement[] = []
  for (const lineTable of settings.lineTables) {
    const value = output[lineTable.prompt]
    const { keyRow, rows } = buildLineRows({ lineTable, value, fileRow, settings, nameLimit })
    const { table } = lineTable
    const createdKey = ['id', itemNumberColumn]
    const replacement = await prepareRows(writer, { table, keyRow, rows, createdKey })
    if (replacement) replacements.push(replacement)
  }
  return replacements
}

type PreparedRows = {
  readonly table: string
  /** The cells by which earlier rows are found. */
  readonly keyRow: DeliveredRow
  readonly rows: readonly DeliveredRow[]
  readonly createdKey: readonly string[]
}

/**
 * Creates or changes the table as its rows need it, and converts them to the types of its columns. Without rows, a table
 * that does not exist is not created: nothing says which columns it will have.
 */
async function prepareRows(
  { connector, settings, signal }: TableWriter,
  { table: tableText, keyRow, rows, createdKey: key }: PreparedRows,
): Promise<RowReplacement | undefined> {
  const table = parseTableName(tableText)
  const columns =
    rows.length > 0
      ? await prepareTable(connector, { table: tableText, settings, rows, key, signal })
      : await connector.listColumns(table, { signal })
  if (!columns) return undefined
  const tableSettings = { ...settings, table: tableText }
  const matchedKey = matchTableColumns(columns, keyRow, tableSettings)
  return {
    table,
    key: Object.fromEntries(
      matchedKey.key.map((name) => [name, matchedKey.matchedRow[name] ?? null]),
    ),
    rows: rows.map((row) => matchTableColumns(columns, row, tableSettings).matchedRow),
  }
}

/** Writes a row alone as every service can, and several tables in one transaction. */
async function replace(
  { connector, settings, signal }: TableWriter,
  replacements: readonly RowReplacement[],
): Promise<void> {
  if (settings.lineTables.length > 0) {
    await connector.replaceRows?.(replacements, { signal })
    return
  }
  for (const { table, rows, key } of replacements)
    await connector.insert(table, rows, { key: Object.keys(key), signal })
}
