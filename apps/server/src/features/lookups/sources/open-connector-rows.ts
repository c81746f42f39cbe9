import type { LookupSourceSettings } from '@recto/contract/lookups/lookup-sources'
import { lookupTableLimits } from '@recto/contract/lookups/lookup-tables'
import { omitUndefined } from '@recto/omit-undefined'
import type { RowsPage, RowsQuery } from '@recto/provider-spec/database-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { invalid } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  type ConnectorDependencies,
  openDatabaseConnector,
} from '../../connectors/connectors.port.ts'
import {
  assertCell,
  assertColumnName,
  assertRowCount,
  type TableFileRow,
} from '../upload/read-table-file.ts'
import type { ReadableSource, SourceLimits, SourceRows } from './source-rows.ts'

type DatabaseSource = Pick<ReadableSource, 'connectorId'> & {
  readonly settings: Extract<LookupSourceSettings, { kind: 'database' }>
}

/** Opens a query of a connector. The caller must have checked that the person who set it may use the connector. */
export async function openConnectorRows(
  ctx: ConnectorDependencies,
  tenant: Tenant,
  { settings, connectorId }: DatabaseSource,
  { seconds, waitSeconds, signal }: SourceLimits,
): Promise<SourceRows> {
  const { name, connector } = await openDatabaseConnector(ctx, tenant, connectorId ?? '')
  if (!connector.readRows) {
    throw invalid('source', `Rows of “${name}” cannot be read. Use another kind of database.`)
  }
  const options = { seconds, waitSeconds, ...omitUndefined({ signal }) }
  const pages = explainPages(connector.readRows(toQuery(settings), options), signal)
  const { value: firstPage } = await pages.next()
  const names = [...(firstPage?.names ?? [])]
  try {
    assertNames(names)
  } catch (error) {
    await pages.return(undefined).catch(() => undefined)
    await connector.close()
    throw error
  }
  async function* readAll(): AsyncGenerator<TableFileRow> {
    let row = 0
    try {
      for (let page = firstPage; page; page = (await pages.next()).value) {
        for (const values of page.rows) {
          row += 1
          assertRowCount(row)
          yield { row, cells: toCells(values, { row, names }) }
        }
      }
    } finally {
      await pages.return(undefined).catch(() => undefined)
      await connector.close()
    }
  }
  const { table } = settings
  return { label: table ? `${name}: ${table.name}` : `${name}: query`, names, rows: readAll() }
}

function toQuery({ table, query }: DatabaseSource['settings']): RowsQuery {
  if (!table) return { statement: query ?? '' }
  return { table: { name: table.name, ...omitUndefined({ schema: table.schema ?? undefined }) } }
}

async function* explainPages(
  pages: AsyncIterable<RowsPage>,
  signal: AbortSignal | undefined,
): AsyncGenerator<RowsPage, undefined> {
  try {
    yield* pages
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw error instanceof ProviderError ? invalid('source', error.message) : error
  }
  return undefined
}

function assertNames(names: readonly string[]): void {
  const { columns: maxColumns } = lookupTableLimits
  if (names.length > maxColumns) {
    throw invalid(
      'source',
      `The source has ${names.length} columns. A table can have ${maxColumns}.`,
    )
  }
  names.forEach((name, index) => {
    assertColumnName(name, { row: 1, place: `column ${index + 1}` })
    if (names.indexOf(name) < index) {
      throw invalid('source', `Two columns are called “${name}”. Give one another name with AS.`)
    }
  })
}

type RowPlace = { readonly row: number; readonly names: readonly string[] }

const toCells = (values: readonly (string | null)[], { row, names }: RowPlace) =>
  values.map((value, index) => {
    const cell = value ?? ''
    assertCell(cell, { row, name: names[index] ?? '' })
    return cell
  })
