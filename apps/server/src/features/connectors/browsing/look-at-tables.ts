import type {
  DatabaseConnector,
  TableColumn,
  TableEntry,
  TableName,
} from '@recto/provider-spec/database-connector'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { explainConnectorError } from '../opening/explain-connector-error.ts'
import { type ConnectorNeeds, openDatabaseConnector } from '../opening/open-connector.ts'
import { getVisibleConnector } from '../rows/get-connector.ts'
import { type ListedPart, partOf } from './list-folder.ts'

type LookAtTablesDependencies = Pick<Context, 'db'> & ConnectorNeeds
type LookAtTablesRequest = { readonly actor: Actor; readonly id: string }

/** Lists some tables of a database. */
export async function listTables(
  ctx: LookAtTablesDependencies,
  { actor, id, part }: LookAtTablesRequest & { readonly part: ListedPart },
) {
  return look(ctx, { actor, id }, (connector) => partOf<TableEntry>(connector.listTables(), part))
}

/** Lists the columns of a table; throws 404 when there is no such table. */
export async function listColumns(
  ctx: LookAtTablesDependencies,
  { actor, id, table }: LookAtTablesRequest & { readonly table: TableName },
): Promise<readonly TableColumn[]> {
  const columns = await look(ctx, { actor, id }, (connector) => connector.listColumns(table))
  if (!columns) throw notFound('table')
  return columns
}

async function look<T>(
  ctx: LookAtTablesDependencies,
  { actor, id }: LookAtTablesRequest,
  run: (connector: DatabaseConnector) => Promise<T>,
): Promise<T> {
  const { name } = await getVisibleConnector(ctx, { actor, id })
  const { connector } = await openDatabaseConnector(ctx, tenantOf(ctx, actor), id)
  try {
    return await run(connector)
  } catch (error) {
    throw explainConnectorError(error, { name })
  } finally {
    await connector.close()
  }
}
