import type { OpenedFile } from '@recto/provider-spec/file-connector'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getConnection } from '../../connections/connections.port.ts'
import { recordExport } from '../../organizations/organizations.port.ts'
import { explainConnectorError } from '../opening/explain-connector-error.ts'
import { type ConnectorDependencies, openFileConnector } from '../opening/open-connector.ts'
import { connectorConnections } from '../rows/connector-connections.ts'

type OpenFileDependencies = Pick<Context, 'db'> & ConnectorDependencies
type OpenFileRequest = { readonly actor: Actor; readonly id: string; readonly path: string }

/**
 * Opens a file for streaming. The connection is closed when the file was read or reading was
 * aborted.
 */
export async function openFile(
  ctx: OpenFileDependencies,
  { actor, id, path }: OpenFileRequest,
): Promise<OpenedFile> {
  const { name } = await getConnection(ctx, connectorConnections, { actor, id })
  const { connector } = await openFileConnector(ctx, tenantOf(ctx, actor), id)
  try {
    const { entry, bytes } = await connector.open(path.replace(/^\/+/, ''))
    const file = { type: 'connector', id, name, after: { file: entry.path } }
    await recordExport(tenantOf(ctx, actor), actor, file)
    return { entry, bytes: runAfter(bytes, () => connector.close()) }
  } catch (error) {
    await connector.close()
    throw explainConnectorError(error, { name })
  }
}

async function* runAfter<T>(
  items: AsyncIterable<T>,
  callback: () => Promise<void>,
): AsyncGenerator<T> {
  try {
    yield* items
  } finally {
    await callback()
  }
}
