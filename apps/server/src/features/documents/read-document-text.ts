import type { DocumentText } from '@recto/document-text/model'
import { parseStoredDocumentText, storeDocumentText } from '@recto/document-text/stored-text'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import {
  type DocumentName,
  type DocumentPlace,
  findPlace,
  getPlace,
  textIn,
} from './document-places.ts'

type Needs = Pick<Context, 'cache' | 'files'>

export type TextRequest = DocumentName & {
  /** Names the extractor and its settings: letters and digits only, it becomes a file's name. */
  readonly extractorKey: string
  /** Whether it has just come for the first time: nothing can have been read before. */
  readonly isNew?: boolean | undefined
  /** The document's, when the caller has them in hand. */
  readonly bytes?: Uint8Array | undefined
  readonly read: (bytes: Uint8Array) => Promise<DocumentText>
  /** Keeps others from reading the same meanwhile, also in other processes: what they read is taken. */
  readonly inTurn?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined
  /** `dear` keeps a text only when reading it took long: otherwise another reading costs less than a file. */
  readonly keep?: 'always' | 'dear' | undefined
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
): Promise<DocumentText> {
  const place = await getPlace(tenant, request)
  const path = textIn(place, request.extractorKey)
  const text =
    ctx.cache.find<DocumentText>(path) ??
    (await ctx.cache.join(path, () => findOrRead(ctx, { place, path, request })))
  // Who has read it may have had no need to keep it.
  if (request.keep !== 'dear' && !(await ctx.files.stat(path))) {
    await ctx.files.write(path, storeDocumentText(text))
  }
  return text
}

/** Only what was read before; `undefined` when it was not, or was not kept. */
export async function findDocumentText(
  ctx: Needs,
  tenant: Tenant,
  request: DocumentName & Pick<TextRequest, 'extractorKey'>,
): Promise<DocumentText | undefined> {
  const place = await findPlace(tenant, request)
  return place && findText(ctx, textIn(place, request.extractorKey))
}

async function findText({ files }: Needs, path: string): Promise<DocumentText | undefined> {
  if (!(await files.stat(path))) return undefined
  return parseStoredDocumentText(new TextDecoder().decode(await files.readBytes(path)))
}

type Reading = {
  readonly place: DocumentPlace
  readonly path: string
  readonly request: TextRequest
}

async function findOrRead(ctx: Needs, { place, path, request }: Reading): Promise<DocumentText> {
  const known = request.isNew ? undefined : await findText(ctx, path)
  const reading = { place, path, request }
  const readInTurn = async () => (await findText(ctx, path)) ?? (await readAnew(ctx, reading))
  const text = known ?? (await (request.inTurn?.(readInTurn) ?? readAnew(ctx, reading)))
  ctx.cache.share(path, text)
  return text
}

async function readAnew(ctx: Needs, { place, path, request }: Reading): Promise<DocumentText> {
  const bytes = request.bytes ?? (await ctx.files.readBytes(place.original))
  const since = performance.now()
  const text = await request.read(bytes)
  const stored = storeDocumentText(text)
  if (isDear(text, performance.now() - since) || request.keep !== 'dear')
    await ctx.files.write(path, stored)
  // Parsed again, so that the first reader sees the same rounded places as all later ones.
  return parseStoredDocumentText(stored)
}

function isDear({ pages }: DocumentText, milliseconds: number): boolean {
  if (milliseconds > dearMilliseconds || pages.length > dearPages) return true
  return pages.some(({ words }) => words.some(({ origin }) => origin === 'ocr'))
}
