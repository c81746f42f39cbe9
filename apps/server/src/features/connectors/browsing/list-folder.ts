import type { FileEntry } from '@recto/provider-spec/file-connector'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getConnection } from '../../connections/connections.port.ts'
import { explainConnectorError } from '../opening/explain-connector-error.ts'
import { type ConnectorDependencies, openFileConnector } from '../opening/open-connector.ts'
import { connectorConnections } from '../rows/connector-connections.ts'

type ListFolderDependencies = Pick<Context, 'db'> & ConnectorDependencies

type ListFolderRequest = {
  readonly actor: Actor
  readonly id: string
  readonly path: string
  readonly part: ListWindow
}

/** Part of a listing. */
export type ListWindow = {
  /** Number of items to skip. */
  readonly skip: number
  readonly maxItems: number
}

type ListedItems<Item> = { readonly items: readonly Item[]; readonly hasMore: boolean }

/**
 * Lists some entries of a folder, folders first. However large the folder is, only these entries
 * and those before them are read.
 */
export async function listFolder(
  ctx: ListFolderDependencies,
  { actor, id, path, part }: ListFolderRequest,
): Promise<ListedItems<FileEntry>> {
  const { name } = await getConnection(ctx, connectorConnections, { actor, id })
  const { connector } = await openFileConnector(ctx, tenantOf(ctx, actor), id)
  try {
    const { items, hasMore } = await takeWindow(connector.list(path.replace(/^\/+/, '')), part)
    return { items: items.toSorted(byKindAndName), hasMore }
  } catch (error) {
    throw explainConnectorError(error, { name })
  } finally {
    await connector.close()
  }
}

/** Returns the requested part of the items, without fetching further pages. */
export async function takeWindow<Item>(
  pages: AsyncIterable<readonly Item[]>,
  { skip, maxItems }: ListWindow,
): Promise<ListedItems<Item>> {
  const items: Item[] = []
  let passedCount = 0
  for await (const page of pages) {
    const itemsInWindow = page.slice(Math.max(0, skip - passedCount))
    passedCount += page.length
    items.push(...itemsInWindow.slice(0, maxItems + 1 - items.length))
    if (items.length > maxItems) return { items: items.slice(0, maxItems), hasMore: true }
  }
  return { items, hasMore: false }
}

/** Units keep their order, such as the newest mails first. */
const byKindAndName = (a: FileEntry, b: FileEntry) => {
  if (a.isUnit && b.isUnit) return 0
  return Number(a.kind === 'file') - Number(b.kind === 'file') || (a.path < b.path ? -1 : 1)
}
