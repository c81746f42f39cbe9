import type { DocumentText } from '@recto/document-text/model'
import { parseStoredDocumentText, storeDocumentText } from '@recto/document-text/stored-text'
import { openTextWriter, type StoredText } from '@recto/document-text/text-writer'
import { conflict } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { openTimeSlices } from '../../platform/time-slices.ts'
import {
  type DocumentName,
  type DocumentPlace,
  findPlace,
  getPlace,
  textIn,
} from './document-places.ts'
import { maxBytesHere, type TextInHand } from './text-in-hand.ts'

type Needs = Pick<Context, 'cache' | 'files'>

export type TextRequest = DocumentName & {
  /** Names the extractor and its settings: letters and digits only, it becomes a file's name. */
  readonly extractorKey: string
  /** Whether it has just come for the first time: nothing can have been read before. */
  readonly isNew?: boolean | undefined
  /** The document's, when the caller has them in hand. */
  readonly bytes?: Uint8Array | undefined
  /** The signal is aborted when nobody wants the text any more. */
  readonly read: (bytes: Uint8Array, signal: AbortSignal) => Promise<DocumentText | StoredText>
  /** Keeps others from reading the same meanwhile, also in other processes: what they read is taken. */
  readonly inTurn?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined
  /** `dear` keeps a text only when reading it took long: otherwise another reading costs less than a file. */
  readonly keep?: 'always' | 'dear' | undefined
  readonly signal?: AbortSignal | undefined
}

/** Time alone says little: under full load a small document waits long for its turn to be read. */
const dearMilliseconds = 1000
const dearPages = 16

/**
 * The text of a stored document. Whoever asks while it is being read, or while somebody still has it
 * in hand, gets the same one. Throws what `read` throws.
 */
export async function readDocumentText(
  ctx: Needs,
  tenant: Tenant,
  request: TextRequest,
): Promise<TextInHand> {
  const place = await getPlace(tenant, request)
  const path = textIn(place, request.extractorKey)
  const read = (signal: AbortSignal) => findOrRead(ctx, { place, path, request, signal })
  const text =
    ctx.cache.find<TextInHand>(path) ?? (await ctx.cache.join(path, read, request.signal))
  // Who has read it may have had no need to keep it; a large one is always kept.
  if (request.keep !== 'dear' && text.document && !(await ctx.files.stat(path))) {
    await ctx.files.write(path, storeDocumentText(text.document))
  }
  return text
}

/** Only what was read before; `undefined` when it was not, or was not kept. */
export async function findDocumentText(
  ctx: Needs,
  tenant: Tenant,
  request: DocumentName & Pick<TextRequest, 'extractorKey'>,
): Promise<TextInHand | undefined> {
  const place = await findPlace(tenant, request)
  return place && findText(ctx, textIn(place, request.extractorKey))
}

async function findText(
  { files }: Pick<Needs, 'files'>,
  path: string,
): Promise<TextInHand | undefined> {
  const stat = await files.stat(path)
  if (!stat) return undefined
  if (stat.size > maxBytesHere) return { load: loadFrom({ files }, path) }
  return { document: parse(await files.readBytes(path)) }
}

type Reading = {
  readonly place: DocumentPlace
  readonly path: string
  readonly request: TextRequest
  readonly signal: AbortSignal
}

async function findOrRead(ctx: Needs, reading: Reading): Promise<TextInHand> {
  const { path, request } = reading
  const known = request.isNew ? undefined : await findText(ctx, path)
  const readInTurn = async () => (await findText(ctx, path)) ?? (await readAnew(ctx, reading))
  const text = known ?? (await (request.inTurn?.(readInTurn) ?? readAnew(ctx, reading)))
  ctx.cache.share(path, text)
  return text
}

async function readAnew(
  ctx: Needs,
  { place, path, request, signal }: Reading,
): Promise<TextInHand> {
  const original = request.bytes ?? (await ctx.files.readBytes(place.original))
  const since = performance.now()
  const stored = await storedTextOf(await request.read(original, signal))
  const milliseconds = performance.now() - since
  const { bytes, pages, hasNoEmbedded } = stored
  const known = hasNoEmbedded ? { hasNoEmbedded } : {}
  const isLarge = bytes.length > maxBytesHere
  if (isLarge || isDear(stored, milliseconds) || request.keep !== 'dear') {
    await ctx.files.write(path, bytes)
  }
  if (isLarge) return { pages, load: loadFrom(ctx, path), ...known }
  // Parsed again, so that the first reader sees the same rounded places as all later ones.
  return { document: parse(bytes), ...known }
}

async function storedTextOf(text: DocumentText | StoredText): Promise<StoredText> {
  if ('bytes' in text) return text
  const writer = openTextWriter()
  const takeTurn = openTimeSlices()
  for (const page of text.pages) {
    writer.add(page)
    await takeTurn()
  }
  return writer.finish(text.attachments)
}

function isDear({ pages, isRecognised }: StoredText, milliseconds: number): boolean {
  return milliseconds > dearMilliseconds || pages.length > dearPages || isRecognised
}

const parse = (bytes: Uint8Array) => parseStoredDocumentText(new TextDecoder().decode(bytes))

function loadFrom({ files }: Pick<Needs, 'files'>, path: string): () => Promise<Uint8Array> {
  return async () => {
    if (await files.stat(path)) return files.readBytes(path)
    throw conflict('The document was deleted while it was worked on.')
  }
}
