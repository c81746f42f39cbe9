import type { EmbeddedData } from '@recto/document-text/embedded'
import type { HiddenHandling } from '@recto/document-text/reader'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  explainProviderError,
  type OpenedTextExtractor,
  openTextExtractor,
} from '../../adapters/adapters.port.ts'
import {
  findDocumentText,
  readDocumentText,
  type TextHandle,
  unlockDocument,
} from '../../documents/documents.port.ts'
import {
  type CallContext,
  extractText,
  releaseCpuWhile,
  withReadingLock,
} from '../../model-calls/model-calls.port.ts'
import type { AnsweringDependencies, HashedDocument, HiddenTextMode } from '../answer-settings.ts'
import { type OpenedText, openText } from '../text/open-text.ts'
import { assertNoHiddenText } from './hidden-text.ts'

export type LoadedText = {
  readonly text: OpenedText
  /** Identifies the extractor and its settings. */
  readonly extractorKey: string
  /** The machine-readable data of the document, if it was read together with the text. */
  readonly embeddedData: EmbeddedData | undefined
}

type LoadTextRequest = {
  readonly document: HashedDocument
  readonly textExtractorId: string
  readonly calls: CallContext
  /** Whether the text is stored even though reading it again is free. */
  readonly keepsText?: boolean | undefined
  /** Handling of invisible text; absent where it is not looked for. */
  readonly hiddenText?: HiddenTextMode | undefined
  /** Whether machine-readable data is read on the way; true by default. */
  readonly readsEmbedded?: boolean | undefined
}

/**
 * Loads the text of a document: from the store, or else by its text extractor. Throws `ReadError`,
 * or the failure of the adapter as an error for the caller.
 */
export async function loadDocumentText(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  request: LoadTextRequest,
): Promise<LoadedText> {
  const { document, textExtractorId, calls, keepsText = false, hiddenText } = request
  const { step, signal } = calls
  const textExtractor = await openTextExtractor(ctx, tenant, textExtractorId)
  const { name, extractor } = textExtractor
  const hidden = extractor.findsHidden ? toHiddenHandling(hiddenText) : undefined
  const extractorKey = getExtractorKey(textExtractor, hiddenText)
  const readingKey = `${document.hash}/${extractorKey}`
  const read = () =>
    readDocumentText(ctx, tenant, {
      hash: document.hash,
      path: document.path,
      isNew: document.isNew,
      bytes: document.bytes,
      extractorKey,
      storage: extractor.isFree && !keepsText ? 'ifExpensive' : 'always',
      // A paid reading is finished and stored even when its run is aborted.
      signal: extractor.isFree ? signal : undefined,
      async read(lockedBytes, signal) {
        const bytes = await unlockDocument(ctx, document, lockedBytes, signal)
        return extractText(tenant, calls, {
          adapter: textExtractor,
          readingKey,
          bytes,
          name: document.name,
          signal,
          hidden,
          readsEmbedded: request.readsEmbedded,
        })
      },
      withLock: extractor.isFree
        ? undefined
        : (work) => withReadingLock(tenant, calls, readingKey, work),
    })
  try {
    let documentText: TextHandle | undefined
    // Another run may be reading the same document: this one must not hold the CPU slot that the
    // other needs to finish.
    const readReleasingCpu = () => releaseCpuWhile(calls, read)
    // The step returns nothing, because its result may be stored in the database, where a text
    // takes too much room.
    const readIntoMemory = async () => {
      documentText = await readReleasingCpu()
    }
    await step(`read/${extractorKey}`, readIntoMemory, { isRepeatable: true })
    const text = documentText ?? (await readReleasingCpu())
    const openedText = await openDocumentText(ctx, tenant, {
      document,
      text,
      extractorKey,
      signal,
    })
    if (hiddenText === 'refuse') await assertNoHiddenText(document.name, openedText)
    return {
      text: openedText,
      extractorKey,
      embeddedData: isOfOriginal(document, text.embedded) ? text.embedded : undefined,
    }
  } catch (error) {
    throw explainProviderError(error, name)
  }
}

/**
 * Whether data was read from the original, or would be the same there: the text of a locked document
 * is read from an unlocked copy, in which signatures no longer hold.
 */
function isOfOriginal(document: HashedDocument, data: EmbeddedData | undefined): boolean {
  if (!data || !document.sealed_password) return true
  return data.values.length === 0 && data.problems.length === 0
}

/** Identifies the extractor, its settings and how it treats invisible text. */
export function getExtractorKey(
  { key, extractor }: Pick<OpenedTextExtractor, 'key' | 'extractor'>,
  hiddenText: HiddenTextMode | undefined,
): string {
  const hidden = extractor.findsHidden ? toHiddenHandling(hiddenText) : undefined
  if (!hidden) return key
  // The suffixes are part of the paths of stored texts: `named` marks hidden text, `visible` has none.
  return hidden === 'named' ? `${key}named` : `${key}visible`
}

/** `named` reads hidden text and marks it; `left-out` drops it. */
const toHiddenHandling = (hiddenText: HiddenTextMode | undefined): HiddenHandling | undefined => {
  if (!hiddenText) return undefined
  return hiddenText === 'flag' ? 'named' : 'left-out'
}

type StoredTextRequest = { readonly document: HashedDocument; readonly extractorKey: string }

/** Finds a text that was read before; `undefined` when it was not read or not stored. */
export async function findStoredText(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { document, extractorKey }: StoredTextRequest,
): Promise<OpenedText | undefined> {
  const text = await findDocumentText(ctx, tenant, { hash: document.hash, extractorKey })
  return text && openDocumentText(ctx, tenant, { document, text, extractorKey })
}

type TextToOpen = StoredTextRequest & {
  readonly text: TextHandle
  readonly signal?: AbortSignal | undefined
}

function openDocumentText(
  ctx: AnsweringDependencies,
  { organizationId }: Tenant,
  { document: { hash, name }, text, extractorKey, signal }: TextToOpen,
): Promise<OpenedText> {
  return openText(ctx, { text, key: `${organizationId}/${hash}/${extractorKey}`, name, signal })
}
