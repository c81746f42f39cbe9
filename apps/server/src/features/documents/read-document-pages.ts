import { formatVersion } from '@recto/document-text/model'
import type { ReadPage } from '@recto/document-text/reader'
import { parseStoredDocumentText, storeDocumentText } from '@recto/document-text/stored-text'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { type DocumentName, getPlace, pagesIn } from './document-places.ts'

type Needs = Pick<Context, 'files'>

export type PagesRequest = DocumentName & {
  /** Names the extractor, its settings and the choice of pages: letters and digits only. */
  readonly extractorKey: string
  /** The chosen pages whose zero-based number is `from` or more. */
  readonly read: (bytes: Uint8Array, from: number) => AsyncIterable<ReadPage>
}

/** Kept in one file: so few that writing them does not hold up the process, so many that the disk is not. */
const batchPages = 32
const batchWords = 5000
/** A page that took long is kept at once. */
const batchMilliseconds = 1000

/**
 * The pages of a stored document one by one. What was read is kept as it comes, so that a reading
 * that was cut short goes on behind the last page that is kept, and a later one reads nothing. A page
 * is kept before it is given; one that could not be read is not, nor is what follows it, so that a later
 * reading tries again. Throws what `read` throws.
 */
export async function* readDocumentPages(
  ctx: Needs,
  tenant: Tenant,
  request: PagesRequest,
): AsyncGenerator<ReadPage> {
  const place = await getPlace(tenant, request)
  const folder = pagesIn(place, request.extractorKey)
  let next = 0
  let count = 0
  let requested: number | undefined
  for (const path of await batchesIn(ctx, folder)) {
    const batch = await readBatch(ctx, path)
    for (const one of batch.filter(({ page }) => page.number >= next)) {
      next = one.page.number + 1
      count += 1
      requested = one.requested
      yield one
    }
  }
  if (count === requested) return

  const bytes = await ctx.files.readBytes(place.original)
  yield* keepUntilFailure(ctx, folder, inBatches(request.read(bytes, next), requested))
}

/** Gives all pages; keeps those before the first that could not be read. */
async function* keepUntilFailure(
  ctx: Needs,
  folder: string,
  batches: AsyncIterable<ReadPage[]>,
): AsyncGenerator<ReadPage> {
  let isWhole = true
  for await (const batch of batches) {
    const good = isWhole ? untilFailure(batch) : []
    const rest = batch.slice(good.length)
    if (good.length > 0) yield* await keepBatch(ctx, folder, good)
    if (rest.length > 0) yield* parseBatch(contentOf(rest))
    isWhole = rest.length === 0
  }
}

function untilFailure(batch: readonly ReadPage[]): readonly ReadPage[] {
  const at = batch.findIndex(({ page }) => page.failure !== undefined)
  return at < 0 ? batch : batch.slice(0, at)
}

/** By their first page. Two readings at once may have kept the same pages in different batches. */
async function batchesIn({ files }: Needs, folder: string): Promise<string[]> {
  return (await files.list(folder)).map(({ path }) => path).sort()
}

async function* inBatches(
  pages: AsyncIterable<ReadPage>,
  requested: number | undefined,
): AsyncGenerator<ReadPage[]> {
  let batch: ReadPage[] = []
  let words = 0
  let since = performance.now()
  for await (const one of pages) {
    batch.push({ ...one, requested: requested ?? one.requested })
    words += one.page.words.length
    const isSmall = batch.length < batchPages && words < batchWords
    if (isSmall && performance.now() - since < batchMilliseconds) continue
    yield batch
    batch = []
    words = 0
    since = performance.now()
  }
  if (batch.length > 0) yield batch
}

async function keepBatch(
  ctx: Needs,
  folder: string,
  batch: readonly ReadPage[],
): Promise<ReadPage[]> {
  const [first, last] = [batch[0], batch.at(-1)].map((one) => String(one?.page.number))
  const name = `${first?.padStart(6, '0')}-${last?.padStart(6, '0')}.json`
  const content = contentOf(batch)
  await ctx.files.write(`${folder}/${name}`, content)
  // Parsed again, so that the first reader sees the same rounded places as all later ones.
  return parseBatch(content)
}

/** A line with what is no text, then the stored text. */
function contentOf(batch: readonly ReadPage[]): string {
  const head = batch.map(({ total, requested, seconds }) => [total, requested, seconds])
  const text = storeDocumentText({ formatVersion, pages: batch.map(({ page }) => page) })
  return `${JSON.stringify(head)}\n${text}`
}

async function readBatch({ files }: Needs, path: string): Promise<ReadPage[]> {
  return parseBatch(new TextDecoder().decode(await files.readBytes(path)))
}

function parseBatch(content: string): ReadPage[] {
  const end = content.indexOf('\n')
  const head: [total: number, requested: number, seconds: number][] = JSON.parse(
    content.slice(0, end),
  )
  const { pages } = parseStoredDocumentText(content.slice(end + 1))
  return pages.map((page, i) => {
    const [total = 0, requested = 0, seconds = 0] = head[i] ?? []
    return { page, total, requested, seconds }
  })
}
