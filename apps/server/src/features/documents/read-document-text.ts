import type { DocumentText } from '@recto/document-text/model'
import { parseStoredDocumentText, storeDocumentText } from '@recto/document-text/stored-text'
import { openTextWriter, type StoredText } from '@recto/document-text/text-writer'
import { conflict } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { createTimeSlicer } from '../../platform/time-slicer.ts'
import {
  type DocumentLocation,
  type DocumentReference,
  findDocumentLocation,
  getDocumentLocation,
  getTextPath,
} from './document-location.ts'
import { maxParsedBytes, type TextHandle } from './text-handle.ts'

type ReadTextDependencies = Pick<Context, 'cache' | 'files'>

export type TextRequest = DocumentReference & {
  /**
   * Identifies the extractor and its settings: letters and digits only, because it becomes part of
   * a file name.
   */
  readonly extractorKey: string
  /** Whether the document was stored for the first time just now: no text of it can be stored. */
  readonly isNew?: boolean | undefined
  /** Bytes of the document, if the caller has them in memory. */
  readonly bytes?: Uint8Array | undefined
  /** Reads the text; the signal is aborted when no caller waits for the text any more. */
  readonly read: (bytes: Uint8Array, signal: AbortSignal) => Promise<DocumentText | StoredText>
  /** Runs `work` under a lock that also other processes respect, so that the text is read once. */
  readonly withLock?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined
  /**
   * `ifExpensive` stores a text only if reading it took long; reading it again is otherwise cheaper
   * than a file.
   */
  readonly storage?: 'always' | 'ifExpensive' | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * A text is expensive above these limits. The time alone is not enough, because under full load
 * even a small document waits long to be read.
 */
const expensiveMilliseconds = 1000
const expensivePages = 16

/**
 * Reads the text of a stored document. Concurrent callers, and callers while the text is still in
 * memory, share the same one. Throws what `read` throws.
 */
export async function readDocumentText(
  ctx: ReadTextDependencies,
  tenant: Tenant,
  request: TextRequest,
): Promise<TextHandle> {
  const location = await getDocumentLocation(tenant, request)
  const path = getTextPath(location, request.extractorKey)
  const read = (signal: AbortSignal) => findOrRead(ctx, { location, path, request, signal })
  const text =
    ctx.cache.find<TextHandle>(path) ?? (await ctx.cache.join(path, read, request.signal))
  // The first reader may not have stored the text; a large text is always stored.
  if (request.storage !== 'ifExpensive' && text.document && !(await ctx.files.stat(path))) {
    await ctx.files.write(path, storeDocumentText(text.document))
  }
  return text
}

/** Finds a stored text; `undefined` when the document was not read or its text not stored. */
export async function findDocumentText(
  ctx: ReadTextDependencies,
  tenant: Tenant,
  request: DocumentReference & Pick<TextRequest, 'extractorKey'>,
): Promise<TextHandle | undefined> {
  const location = await findDocumentLocation(tenant, request)
  return location && findText(ctx, getTextPath(location, request.extractorKey))
}

async function findText(
  { files }: Pick<ReadTextDependencies, 'files'>,
  path: string,
): Promise<TextHandle | undefined> {
  const stat = await files.stat(path)
  if (!stat) return undefined
  if (stat.size > maxParsedBytes) return { load: createLoader({ files }, path) }
  return { document: parse(await files.readBytes(path)) }
}

type TextReading = {
  readonly location: DocumentLocation
  readonly path: string
  readonly request: TextRequest
  readonly signal: AbortSignal
}

async function findOrRead(ctx: ReadTextDependencies, reading: TextReading): Promise<TextHandle> {
  const { path, request } = reading
  const storedText = request.isNew ? undefined : await findText(ctx, path)
  const readUnderLock = async () =>
    (await findText(ctx, path)) ?? (await readAndStore(ctx, reading))
  const text =
    storedText ?? (await (request.withLock?.(readUnderLock) ?? readAndStore(ctx, reading)))
  ctx.cache.share(path, text)
  return text
}

async function readAndStore(
  ctx: ReadTextDependencies,
  { location, path, request, signal }: TextReading,
): Promise<TextHandle> {
  const original = request.bytes ?? (await ctx.files.readBytes(location.original))
  const since = performance.now()
  const storedText = await toStoredText(await request.read(original, signal))
  const milliseconds = performance.now() - since
  const { bytes, pages, embedded } = storedText
  const embeddedPart = embedded ? { embedded } : {}
  const isLarge = bytes.length > maxParsedBytes
  if (isLarge || isExpensive(storedText, milliseconds) || request.storage !== 'ifExpensive') {
    await ctx.files.write(path, bytes)
  }
  if (isLarge) return { pages, load: createLoader(ctx, path), ...embeddedPart }
  // Parsed again, so that the first reader sees the same rounded positions as later ones.
  return { document: parse(bytes), ...embeddedPart }
}

async function toStoredText(text: DocumentText | StoredText): Promise<StoredText> {
  if ('bytes' in text) return text
  const writer = openTextWriter()
  const yieldToEventLoop = createTimeSlicer()
  for (const page of text.pages) {
    writer.add(page)
    await yieldToEventLoop()
  }
  return writer.finish(text)
}

function isExpensive({ pages, isRecognised }: StoredText, milliseconds: number): boolean {
  return milliseconds > expensiveMilliseconds || pages.length > expensivePages || isRecognised
}

const parse = (bytes: Uint8Array) => parseStoredDocumentText(new TextDecoder().decode(bytes))

function createLoader(
  { files }: Pick<ReadTextDependencies, 'files'>,
  path: string,
): () => Promise<Uint8Array> {
  return async () => {
    if (await files.stat(path)) return files.readBytes(path)
    throw conflict('The document was deleted while it was being processed.')
  }
}
