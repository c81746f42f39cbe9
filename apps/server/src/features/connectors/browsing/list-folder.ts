import type { FileEntry } from '@recto/provider-spec/file-connector'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { explainConnectorError } from '../opening/explain-connector-error.ts'
import { type ConnectorNeeds, openFileConnector } from '../opening/open-connector.ts'
import { getVisibleConnector } from '../rows/get-connector.ts'

type Needs = Pick<Context, 'db'> & ConnectorNeeds

type Input = {
  readonly actor: Actor
  readonly id: string
  readonly path: string
  readonly part: ListedPart
}

/** Which items of a listing are shown. */
export type ListedPart = {
  /** How many before them are passed over. */
  readonly skip: number
  readonly most: number
}

type Shown<Item> = { readonly items: readonly Item[]; readonly hasMore: boolean }

/** Some entries of a folder, folders first; a folder of any size costs no more than these and those before them. */
export async function listFolder(
  ctx: Needs,
  { actor, id, path, part }: Input,
): Promise<Shown<FileEntry>> {
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

/** As many items of the pages as are wanted; no further page is asked for. */
export async function partOf<Item>(
  pages: AsyncIterable<readonly Item[]>,
  { skip, most }: ListedPart,
): Promise<Shown<Item>> {
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
