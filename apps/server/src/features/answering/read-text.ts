import type { HiddenHandling } from '@recto/document-text/reader'
import type { Tenant } from '../../platform/db/database.ts'
import {
  explainProviderError,
  type OpenedTextExtractor,
  openTextExtractor,
} from '../adapters/adapters.port.ts'
import {
  findDocumentText,
  readDocumentText,
  type TextInHand,
  unlockedBytes,
} from '../documents/documents.port.ts'
import {
  type CallContext,
  extractText,
  payReadingOnce,
  waitOutside,
} from '../model-calls/model-calls.port.ts'
import type { AnsweringNeeds, NamedDocument, SoughtHiddenText } from './answer-settings.ts'
import { refuseHidden } from './hidden-text.ts'
import { type OpenedText, openText } from './text/open-text.ts'

export type ReadText = {
  readonly text: OpenedText
  /** Names the extractor and its settings. */
  readonly extractorKey: string
  /** Whether it is known that the document says nothing in forms made for machines. */
  readonly hasNoEmbedded: boolean
}

type Input = {
  readonly document: NamedDocument
  readonly textExtractorId: string
  readonly calls: CallContext
  /** Whether the text is kept though it can be read again for nothing. */
  readonly isKept?: boolean | undefined
  /** What becomes of text that nobody sees; absent, nobody looks for it. */
  readonly hiddenText?: SoughtHiddenText | undefined
}

/** Throws `ReadError`, or what the adapter's failure means to the caller. */
export async function readText(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { document, textExtractorId, calls, isKept = false, hiddenText }: Input,
): Promise<ReadText> {
  const { step, signal } = calls
  const extracting = await openTextExtractor(ctx, tenant, textExtractorId)
  const { name, extractor } = extracting
  const hidden = extractor.findsHidden ? handlingOf(hiddenText) : undefined
  const key = keyOfReading(extracting, hiddenText)
  const readingKey = `${document.hash}/${key}`
  const read = () =>
    readDocumentText(ctx, tenant, {
      hash: document.hash,
      path: document.path,
      isNew: document.isNew,
      bytes: document.bytes,
      extractorKey: key,
      keep: extractor.isFree && !isKept ? 'dear' : 'always',
      // What another one was asked to read is paid: it is waited for and kept.
      signal: extractor.isFree ? signal : undefined,
      async read(locked, signal) {
        const bytes = await unlockedBytes(ctx, document, locked, signal)
        return extractText(tenant, calls, {
          ...{ opened: extracting, readingKey, bytes, name: document.name, signal, hidden },
        })
      },
      inTurn: extractor.isFree
        ? undefined
        : (work) => payReadingOnce(tenant, calls, readingKey, work),
    })
  try {
    let found: TextInHand | undefined
    // A step's result may be kept in the database, where a text would take too much room.
    // Another run may be at the same document: who waits for it must not hold the turn that it needs to end.
    const readOutside = () => waitOutside(calls, read)
    const keepInHand = async () => {
      found = await readOutside()
    }
    await step(`read/${key}`, keepInHand, { isRepeatable: true })
    const text = found ?? (await readOutside())
    const opened = await open(ctx, tenant, { document, text, extractorKey: key, signal })
    if (hiddenText === 'refuse') await refuseHidden(document.name, opened)
    return { text: opened, extractorKey: key, hasNoEmbedded: text.hasNoEmbedded ?? false }
  } catch (error) {
    throw explainProviderError(error, name)
  }
}

/** Names a reading: one that tells hidden text is another one. */
export function keyOfReading(
  { key, extractor }: Pick<OpenedTextExtractor, 'key' | 'extractor'>,
  hiddenText: SoughtHiddenText | undefined,
): string {
  const hidden = extractor.findsHidden ? handlingOf(hiddenText) : undefined
  if (!hidden) return key
  return hidden === 'named' ? `${key}named` : `${key}visible`
}

const handlingOf = (hiddenText: SoughtHiddenText | undefined): HiddenHandling | undefined => {
  if (!hiddenText) return undefined
  return hiddenText === 'flag' ? 'named' : 'left-out'
}

type Looking = { readonly document: NamedDocument; readonly extractorKey: string }

/** A text that was read before; `undefined` when it was not, or was not kept. */
export async function findText(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { document, extractorKey }: Looking,
): Promise<OpenedText | undefined> {
  const text = await findDocumentText(ctx, tenant, { hash: document.hash, extractorKey })
  return text && open(ctx, tenant, { document, text, extractorKey })
}

type Found = Looking & { readonly text: TextInHand; readonly signal?: AbortSignal | undefined }

function open(
  ctx: AnsweringNeeds,
  { organizationId }: Tenant,
  { document: { hash, name }, text, extractorKey, signal }: Found,
): Promise<OpenedText> {
  return openText(ctx, { text, key: `${organizationId}/${hash}/${extractorKey}`, name, signal })
}
