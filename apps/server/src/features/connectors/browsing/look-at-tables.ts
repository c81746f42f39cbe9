import type { TableColumn, TableEntry, TableName } from '@recto/provider-spec/database-connector'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { explainConnectorError } from '../opening/explain-connector-error.ts'
import { type ConnectorNeeds, openDatabaseConnector } from '../opening/open-connector.ts'
import { getVisibleConnector } from '../rows/get-connector.ts'
import { type ListedPart, partOf } from './list-folder.ts'

type Needs = Pick<Context, 'db'> & ConnectorNeeds
type Asked = { readonly actor: Actor; readonly id: string }

/** Some tables of a database. */
export async function listTables(
  ctx: Needs,
  { actor, id, part }: Asked & { readonly part: ListedPart },
) {
  return look(ctx, { actor, id }, (connector) => partOf<TableEntry>(connector.listTables(), part))
}

/** Throws 404 when there is no such table. */
export async function listColumns(
  ctx: Needs,
  { actor, id, table }: Asked & { readonly table: TableName },
): Promise<readonly TableColumn[]> {
  const columns = await look(ctx, { actor, id }, (connector) => connector.listColumns(table))
  if (!columns) throw notFound('table')
  return columns
}

type Opened = Awaited<ReturnType<typeof openDatabaseConnector>>['connector']

async function look<T>(
  ctx: Needs,
  { actor, id }: Asked,
  run: (connector: Opened) => Promise<T>,
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
