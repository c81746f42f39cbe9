import { formatVersion } from '@recto/document-text/model'
import type { ReadEnd, ReadPage } from '@recto/document-text/reader'
import { parseStoredDocumentText, storeDocumentText } from '@recto/document-text/stored-text'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { keepEnd } from '../../platform/keep-end.ts'
import { type DocumentReference, getDocumentLocation, getPagesFolder } from './document-location.ts'

type ReadPagesDependencies = Pick<Context, 'files'>

export type PagesRequest = DocumentReference & {
  /** Identifies the extractor, its settings and the selected pages: letters and digits only. */
  readonly extractorKey: string
  /** Reads the selected pages whose zero-based number is `from` or higher. */
  readonly read: (bytes: Uint8Array, from: number) => AsyncIterable<ReadPage, ReadEnd>
}

/**
 * Limits of a batch, which is stored in one file: small enough that writing it does not block the
 * process, and large enough to spare the disk.
 */
const batchPages = 32
const batchWords = 5000
/** A page that took this long is stored immediately. */
const batchMilliseconds = 1000

/**
 * Reads the pages of a stored document one by one. Each page is stored before it is returned, so an
 * interrupted reading resumes after the last stored page, and a later one reads nothing. A page
 * that could not be read, and those after it, are not stored, so that a later reading tries again.
 * Throws what `read` throws.
 */
export async function* readDocumentPages(
  ctx: ReadPagesDependencies,
  tenant: Tenant,
  request: PagesRequest,
): AsyncGenerator<ReadPage, ReadEnd> {
  const location = await getDocumentLocation(tenant, request)
  const folder = getPagesFolder(location, request.extractorKey)
  let next = 0
  let count = 0
  let pageTotal: number | undefined
  for (const path of await listBatches(ctx, folder)) {
    const batch = await readBatch(ctx, path)
    for (const readPage of batch.filter(({ page }) => page.number >= next)) {
      next = readPage.page.number + 1
      count += 1
      pageTotal = readPage.requestedCount
      yield readPage
    }
  }
  if (count === pageTotal) return readEnd(ctx, folder)

  const bytes = await ctx.files.readBytes(location.original)
  const reading = keepEnd(request.read(bytes, next))
  yield* storeUntilFailure(ctx, folder, groupIntoBatches(reading.items, pageTotal))
  const end = reading.end()
  if (end?.warnings) await ctx.files.write(getEndPath(folder), JSON.stringify(end))
  return end
}

/** It lies beside the folder, because everything in the folder is a batch. */
const getEndPath = (folder: string) => `${folder}.end.json`

async function readEnd({ files }: ReadPagesDependencies, folder: string): Promise<ReadEnd> {
  const path = getEndPath(folder)
  if (!(await files.stat(path))) return undefined
  return JSON.parse(new TextDecoder().decode(await files.readBytes(path)))
}

/** Returns all pages, and stores those before the first one that could not be read. */
async function* storeUntilFailure(
  ctx: ReadPagesDependencies,
  folder: string,
  batches: AsyncIterable<ReadPage[]>,
): AsyncGenerator<ReadPage> {
  let hasNoFailure = true
  for await (const batch of batches) {
    const readPages = hasNoFailure ? takeUntilFailure(batch) : []
    const failedPages = batch.slice(readPages.length)
    if (readPages.length > 0) yield* await storeBatch(ctx, folder, readPages)
    if (failedPages.length > 0) yield* parseBatch(serializeBatch(failedPages))
    hasNoFailure = failedPages.length === 0
  }
}

function takeUntilFailure(batch: readonly ReadPage[]): readonly ReadPage[] {
  const failureIndex = batch.findIndex(({ page }) => page.failure !== undefined)
  return failureIndex < 0 ? batch : batch.slice(0, failureIndex)
}

/**
 * Lists the stored batches, sorted by their first page. Two concurrent readings may have stored the
 * same pages in different batches.
 */
async function listBatches({ files }: ReadPagesDependencies, folder: string): Promise<string[]> {
  return (await files.list(folder)).map(({ path }) => path).sort()
}

async function* groupIntoBatches(
  pages: AsyncIterable<ReadPage>,
  pageTotal: number | undefined,
): AsyncGenerator<ReadPage[]> {
  let batch: ReadPage[] = []
  let words = 0
  let since = performance.now()
  for await (const readPage of pages) {
    batch.push({ ...readPage, requestedCount: pageTotal ?? readPage.requestedCount })
    words += readPage.page.words.length
    const isSmall = batch.length < batchPages && words < batchWords
    if (isSmall && performance.now() - since < batchMilliseconds) continue
    yield batch
    batch = []
    words = 0
    since = performance.now()
  }
  if (batch.length > 0) yield batch
}

async function storeBatch(
  ctx: ReadPagesDependencies,
  folder: string,
  batch: readonly ReadPage[],
): Promise<ReadPage[]> {
  const [first, last] = [batch[0], batch.at(-1)].map((one) => String(one?.page.number))
  const name = `${first?.padStart(6, '0')}-${last?.padStart(6, '0')}.json`
  const content = serializeBatch(batch)
  await ctx.files.write(`${folder}/${name}`, content)
  // Parsed again, so that the first reader sees the same rounded positions as later ones.
  return parseBatch(content)
}

/** Serializes a batch: one line of page metadata, then the stored text. */
function serializeBatch(batch: readonly ReadPage[]): string {
  const head = batch.map(({ total, requestedCount: pageTotal, seconds }) => [
    total,
    pageTotal,
    seconds,
  ])
  const text = storeDocumentText({ formatVersion, pages: batch.map(({ page }) => page) })
  return `${JSON.stringify(head)}\n${text}`
}

async function readBatch({ files }: ReadPagesDependencies, path: string): Promise<ReadPage[]> {
  return parseBatch(new TextDecoder().decode(await files.readBytes(path)))
}

function parseBatch(content: string): ReadPage[] {
  const end = content.indexOf('\n')
  const head: [total: number, requested: number, seconds: number][] = JSON.parse(
    content.slice(0, end),
  )
  const { pages } = parseStoredDocumentText(content.slice(end + 1))
  return pages.map((page, i) => {
    const [total = 0, pageTotal = 0, seconds = 0] = head[i] ?? []
    return { page, total, requestedCount: pageTotal, seconds }
  })
}
