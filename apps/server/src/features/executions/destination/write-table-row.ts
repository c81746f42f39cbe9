import type { DatabaseConnector, RowReplacement } from '@recto/provider-spec/database-connector'
import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { useDatabaseConnector } from '../../connectors/connectors.port.ts'
import {
  findLineTableRefusal,
  findNameProblem,
  itemNumberColumn,
  type LineTable,
  listFileColumns,
  parseTableDestination,
  parseTableName,
  readList,
  type TableDestination,
} from '../../workflows/workflows.port.ts'
import { buildLineRows } from './build-line-rows.ts'
import { buildRow, type DeliveredRow, type TableResult } from './build-row.ts'
import { shortenName } from './column-names.ts'
import type { Delivery } from './delivery.ts'
import { findLineTableProblem } from './find-line-table-problem.ts'
import { listOptionalNames, matchTableColumns } from './match-columns.ts'
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
    const { lineReplacements, unreadTables } = await prepareLines(write, row, tableResult)
    const fileReplacement = await prepareRows(write, {
      table: settings.table,
      keyRow: row,
      rows: [row],
      createdKey: ['id'],
      optionalNames: listOptionalNames(settings),
    })
    await replace(write, [...(fileReplacement ? [fileReplacement] : []), ...lineReplacements])
    const shortNames = keys
      .map((name) => ({ name, shortName: shortenName(name, nameLimit) }))
      .filter(({ name, shortName }) => name !== shortName && row.has(shortName))
      .map(({ name, shortName }) => ` The column of “${name}” is “${shortName}”.`)
    const lineCounts = lineReplacements.map(
      ({ table, rows }) => ` Rows in “${table.name}”: ${rows.length}.`,
    )
    const notes = unreadTables.map(
      ({ prompt, table }) =>
        ` “${prompt}” has no list, so the rows of the file in “${table}” stay as they are.`,
    )
    const summary = [...shortNames, ...lineCounts, ...notes].join('')
    return `Written to the table “${settings.table}”.${summary}`
  })
}

type TableWriter = {
  readonly connector: DatabaseConnector
  readonly settings: TableDestination
  readonly signal: AbortSignal
}

type PreparedLines = {
  readonly lineReplacements: readonly RowReplacement[]
  /** Tables of lists that the result does not have, such as after a failed call of the model. */
  readonly unreadTables: readonly LineTable[]
}

/** Prepares the rows of the lists that have tables of their own. */
async function prepareLines(
  writer: TableWriter,
  fileRow: DeliveredRow,
  { output = {}, metadata: { errors = {} } = {} }: TableResult,
): Promise<PreparedLines> {
  const { connector, settings } = writer
  const { nameLimit } = connector
  const lineReplacements: RowReplacement[] = []
  const unreadTables: LineTable[] = []
  for (const lineTable of settings.lineTables) {
    const { prompt, table } = lineTable
    const isAnswered = Object.hasOwn(output, prompt) && !Object.hasOwn(errors, prompt)
    const list = isAnswered ? readList(output[prompt]) : undefined
    if (!list) {
      unreadTables.push(lineTable)
      continue
    }
    const { keyRow, rows } = buildLineRows({ lineTable, list, fileRow, settings, nameLimit })
    const createdKey = ['id', itemNumberColumn]
    const optionalNames = listFileColumns(settings)
    const replacement = await prepareRows(writer, {
      table,
      keyRow,
      rows,
      createdKey,
      optionalNames,
    })
    if (replacement) lineReplacements.push(replacement)
  }
  return { lineReplacements, unreadTables }
}

type PreparedRows = {
  readonly table: string
  /** The cells by which earlier rows are found. */
  readonly keyRow: DeliveredRow
  readonly rows: readonly DeliveredRow[]
  readonly createdKey: readonly string[]
  /** The columns that an existing table need not have. */
  readonly optionalNames: readonly string[]
}

/**
 * Creates or changes the table as its rows need it, and converts them to the types of its columns. Without rows, a table
 * that does not exist is not created: nothing says which columns it will have.
 */
async function prepareRows(
  { connector, settings, signal }: TableWriter,
  { table: tableText, keyRow, rows, createdKey: key, optionalNames }: PreparedRows,
): Promise<RowReplacement | undefined> {
  const table = parseTableName(tableText)
  const columns =
    rows.length > 0
      ? await prepareTable(connector, { table: tableText, settings, rows, key, signal })
      : await connector.listColumns(table, { signal })
  if (!columns) return undefined
  const tableSettings = { ...settings, table: tableText }
  const match = (row: DeliveredRow) =>
    matchTableColumns(columns, row, { settings: tableSettings, optionalNames })
  const matchedKey = match(keyRow)
  return {
    table,
    key: Object.fromEntries(
      matchedKey.key.map((name) => [name, matchedKey.matchedRow[name] ?? null]),
    ),
    rows: rows.map((row) => match(row).matchedRow),
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
