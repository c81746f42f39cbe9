import type { FileEntry } from '@recto/provider-spec/file-connector'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { explainConnectorError } from '../opening/explain-connector-error.ts'
import { type ConnectorNeeds, openFileConnector } from '../opening/open-connector.ts'
import { getVisibleConnector } from '../rows/get-connector.ts'

type ListFolderDependencies = Pick<Context, 'db'> & ConnectorNeeds

type ListFolderRequest = {
  readonly actor: Actor
  readonly id: string
  readonly path: string
  readonly part: ListedPart
}

/** Part of a listing. */
export type ListedPart = {
  /** Number of items to skip. */
  readonly skip: number
  readonly most: number
}

type ListFolderView<Item> = { readonly items: readonly Item[]; readonly hasMore: boolean }

/**
 * Lists some entries of a folder, folders first. However large the folder is, only these entries
 * and those before them are read.
 */
export async function listFolder(
  ctx: ListFolderDependencies,
  { actor, id, path, part }: ListFolderRequest,
): Promise<ListFolderView<FileEntry>> {
  const { name } = await getVisibleConnector(ctx, { actor, id })
  const { connector } = await openFileConnector(ctx, tenantOf(ctx, actor), id)
  try {
    const { items, hasMore } = await partOf(connector.list(path.replace(/^\/+/, '')), part)
    return { items: items.toSorted(byKindAndName), hasMore }
  } catch (error) {
    throw explainConnectorError(error, { name })
  } finally {
    await connector.close()
  }
}

/** Returns the requested part of the items, without fetching further pages. */
export async function partOf<Item>(
  pages: AsyncIterable<readonly Item[]>,
  { skip, most }: ListedPart,
): Promise<ListFolderView<Item>> {
  const items: Item[] = []
  let passed = 0
  for await (const page of pages) {
    const wanted = page.slice(Math.max(0, skip - passed))
    passed += page.length
    items.push(...wanted.slice(0, most + 1 - items.length))
    if (items.length > most) return { items: items.slice(0, most), hasMore: true }
  }
  return { items, hasMore: false }
}

const byKindAndName = (a: FileEntry, b: FileEntry) =>
  Number(a.kind === 'file') - Number(b.kind === 'file') || (a.path < b.path ? -1 : 1)
