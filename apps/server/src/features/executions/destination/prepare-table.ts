import type {
  DatabaseConnector,
  NewColumn,
  TableColumn,
} from '@recto/provider-spec/database-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { badRequest } from '../../../platform/app-error.ts'
import { parseTableName, type TableDestination } from '../../workflows/workflows.port.ts'
import type { DeliveredRow } from './build-row.ts'
import { needsExactColumn } from './convert-cell.ts'
import { findAddableColumns } from './match-columns.ts'

type TableWrite = {
  /** Table name as the settings have it. */
  readonly table: string
  readonly settings: TableDestination
  /** Rows that all have the same columns; at least one. */
  readonly rows: readonly DeliveredRow[]
  /** Columns of the primary key, if the table is created. */
  readonly key: readonly string[]
  readonly signal: AbortSignal
}

/**
 * Lists the columns of the table, after a column that would round its value was widened, if the
 * settings allow changes of the table and the service can do it.
 */
export async function prepareTable(
  connector: DatabaseConnector,
  write: TableWrite,
): Promise<readonly TableColumn[]> {
  const { settings, rows, signal } = write
  const table = parseTableName(write.table)
  const columns = await loadOrCreateColumns(connector, write)
  const { widenColumn } = connector
  if (!widenColumn || !settings.addMissingColumns) return columns
  const roundingNames = listRoundingNames(columns, rows)
  for (const name of roundingNames)
    await widenColumn(table, name, { signal }).catch(ignoreUnauthorized)
  if (roundingNames.length === 0) return columns
  return (await connector.listColumns(table, { signal })) ?? columns
}

/** Lists the columns that would round one of their values. */
function listRoundingNames(
  columns: readonly TableColumn[],
  rows: readonly DeliveredRow[],
): readonly string[] {
  const columnsByName = new Map(columns.map((column) => [column.name.toLowerCase(), column]))
  const names = rows.flatMap((row) =>
    [...row].flatMap(([name, { value }]) => {
      const column = columnsByName.get(name.toLowerCase())
      return column && needsExactColumn(value, column) ? [column.name] : []
    }),
  )
  return [...new Set(names)]
}

/** The row then fails with the reason that its value would be rounded. */
function ignoreUnauthorized(error: unknown): void {
  if (!(error instanceof ProviderError) || error.code !== 'unauthorised') throw error
}

/**
 * Lists the columns of the table. It is created for these rows if it does not exist, and columns that
 * it lacks are added if the settings allow it.
 */
async function loadOrCreateColumns(
  connector: DatabaseConnector,
  write: TableWrite,
): Promise<readonly TableColumn[]> {
  const { rows, key, signal, settings } = write
  const table = parseTableName(write.table)
  const [row = new Map()] = rows
  const existingColumns = await connector.listColumns(table, { signal })
  if (!existingColumns) {
    const columns = [...row].map(([name, { kind }]) => ({ name, kind }))
    await connector.createTable(table, columns, { key, signal })
  }
  const presentColumns = existingColumns ?? (await connector.listColumns(table, { signal }))
  if (!presentColumns) {
    throw badRequest(`The table “${write.table}” was created, but could not be found afterwards.`)
  }
  // Another file, whose list has other fields, may have created the table at the same time.
  const canAddColumns = settings.addMissingColumns || !existingColumns
  const missingColumns = canAddColumns ? findAddableColumns(presentColumns, row) : []
  if (missingColumns.length === 0) return presentColumns
  await addColumns(connector, write, missingColumns)
  return (await connector.listColumns(table, { signal })) ?? presentColumns
}

async function addColumns(
  connector: DatabaseConnector,
  { table, signal }: TableWrite,
  columns: readonly NewColumn[],
): Promise<void> {
  try {
    await connector.addColumns(parseTableName(table), columns, { signal })
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'unauthorised') throw error
    const names = columns.map(({ name }) => `“${name}”`).join(', ')
    throw badRequest(
      `The table “${table}” has no column ${names}, and the connector may not add it. ${error.message}`,
    )
  }
}
