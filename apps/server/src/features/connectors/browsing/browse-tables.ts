import type {
  DatabaseConnector,
  TableColumn,
  TableEntry,
  TableName,
} from '@recto/provider-spec/database-connector'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getConnection } from '../../connections/connections.port.ts'
import { explainConnectorError } from '../opening/explain-connector-error.ts'
import { type ConnectorDependencies, openDatabaseConnector } from '../opening/open-connector.ts'
import { connectorConnections } from '../rows/connector-connections.ts'
import { type ListWindow, takeWindow } from './list-folder.ts'

type BrowseTablesDependencies = Pick<Context, 'db'> & ConnectorDependencies
type BrowseTablesRequest = { readonly actor: Actor; readonly id: string }

/** Lists some tables of a database. */
export async function listTables(
  ctx: BrowseTablesDependencies,
  { actor, id, part }: BrowseTablesRequest & { readonly part: ListWindow },
) {
  return withDatabase(ctx, { actor, id }, (connector) =>
    takeWindow<TableEntry>(connector.listTables(), part),
  )
}

/** Lists the columns of a table; throws 404 when there is no such table. */
export async function listColumns(
  ctx: BrowseTablesDependencies,
  { actor, id, table }: BrowseTablesRequest & { readonly table: TableName },
): Promise<readonly TableColumn[]> {
  const columns = await withDatabase(ctx, { actor, id }, (connector) =>
    connector.listColumns(table),
  )
  if (!columns) throw notFound('table')
  return columns
}

async function withDatabase<T>(
  ctx: BrowseTablesDependencies,
  { actor, id }: BrowseTablesRequest,
  run: (connector: DatabaseConnector) => Promise<T>,
): Promise<T> {
  const { name } = await getConnection(ctx, connectorConnections, { actor, id })
  const { connector } = await openDatabaseConnector(ctx, tenantOf(ctx, actor), id)
  try {
    return await run(connector)
  } catch (error) {
    throw explainConnectorError(error, { name })
  } finally {
    await connector.close()
  }
}
