import type { EmbeddedData } from '@recto/document-text/embedded'
import { omitUndefined } from '@recto/omit-undefined'
import type { Tenant } from '../../platform/db/database.ts'
import { openLlm } from '../adapters/adapters.port.ts'
import { type CallContext, timeStage } from '../model-calls/model-calls.port.ts'
import type { AnsweringDependencies, AnswerSettings, HashedDocument } from './answer-settings.ts'
import { openChallenger } from './challenge-answers.ts'
import type { Challenger, OpenedDocument } from './opened-document.ts'
import { type LoadedText, loadDocumentText } from './reading/load-document-text.ts'
import { loadEmbeddedData } from './reading/load-embedded-data.ts'
import { openDocumentIndex, type SearchableDocument } from './retrieval/open-document-index.ts'
import { assertCanRetrieve } from './retrieval/retrieve-excerpts.ts'
import { assertMaySee, openPageAlbum } from './show-pages.ts'

/** Indexes the chunks when they are not yet indexed, or when the index was lost. */
export type EnsureIndexed = (
  passages: SearchableDocument,
  options?: { readonly isLost?: boolean },
) => Promise<void>

/**
 * Opens the adapters, loads the text of the document and indexes its chunks where they are needed.
 */
export type DocumentOpener = (settings: AnswerSettings) => Promise<OpenedDocument>

type OpenDocumentsInput = {
  readonly document: HashedDocument
  readonly scope: string
  readonly calls: CallContext
  readonly ensureIndexed: EnsureIndexed
  /** Whether the text is used again later, so that it is stored even where reading it is free. */
  readonly keepsText?: boolean
  /** Returns a text that replaces the text of the document, such as a summary. */
  readonly loadReplacementText?:
    | ((loadedText: LoadedText) => Promise<string | undefined>)
    | undefined
  /** The adapter of the model that challenges the answers. */
  readonly challengerId?: string | undefined
}

/**
 * Returns an opener that opens a document once per settings, and loads its text once per text
 * extractor.
 */
export function openDocuments(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  input: OpenDocumentsInput,
): DocumentOpener {
  const { document, calls, keepsText, loadReplacementText } = input
  const loadTextOnce = memoize(
    (settings: TextSettings) =>
      timeStage(calls, 'read', () =>
        loadDocumentText(ctx, tenant, { ...settings, document, calls, keepsText }),
      ),
    ({ textExtractorId, hiddenText }) => ({ textExtractorId, hiddenText }),
  )
  const loadReplacementOnce =
    loadReplacementText &&
    memoize(async (settings: TextSettings) => loadReplacementText(await loadTextOnce(settings)))
  const openChallengerOnce = memoize((id: string) => openChallenger(ctx, tenant, id))
  let embeddedData: Promise<EmbeddedData> | undefined
  const loadEmbeddedOnce = (knownData: EmbeddedData | undefined) => {
    embeddedData ??= loadEmbeddedData(ctx, tenant, { document, calls, knownData })
    return embeddedData
  }
  const opening = {
    ctx,
    tenant,
    input,
    loadTextOnce,
    loadReplacementOnce,
    openChallengerOnce,
    loadEmbeddedOnce,
  }
  const documentsBySettings = new Map<string, Promise<OpenedDocument>>()
  return (settings) => {
    const settingsKey = JSON.stringify(settings)
    const document = documentsBySettings.get(settingsKey) ?? openDocument(opening, settings)
    documentsBySettings.set(settingsKey, document)
    return document
  }
}

/** The settings that a text depends on, and whether embedded data is read with it. */
type ReadSettings = Pick<AnswerSettings, 'textExtractorId' | 'hiddenText'>
type TextSettings = ReadSettings & { readonly readsEmbedded: boolean }

/** Computes once for all keys of which `identify` returns the same. */
function memoize<Key, T>(
  compute: (key: Key) => Promise<T>,
  identify: (key: Key) => unknown = (key) => key,
): (key: Key) => Promise<T> {
  const results = new Map<string, Promise<T>>()
  return (key) => {
    const text = JSON.stringify(identify(key))
    const result = results.get(text) ?? compute(key)
    results.set(text, result)
    return result
  }
}

type Opening = {
  readonly ctx: AnsweringDependencies
  readonly tenant: Tenant
  readonly input: OpenDocumentsInput
  readonly loadTextOnce: (settings: TextSettings) => Promise<LoadedText>
  readonly loadReplacementOnce:
    | ((settings: TextSettings) => Promise<string | undefined>)
    | undefined
  readonly openChallengerOnce: (adapterId: string) => Promise<Challenger>
  readonly loadEmbeddedOnce: (knownData: EmbeddedData | undefined) => Promise<EmbeddedData>
}

async function openDocument(
  {
    ctx,
    tenant,
    input,
    loadTextOnce,
    loadReplacementOnce,
    openChallengerOnce,
    loadEmbeddedOnce,
  }: Opening,
  settings: AnswerSettings,
): Promise<OpenedDocument> {
  const { document, scope, calls, ensureIndexed } = input
  const { llmId, textExtractorId, hiddenText, chunkSize } = settings
  const llm = await openLlm(ctx, tenant, llmId)
  assertCanRetrieve(llm, settings)
  if (!calls.isReplay) assertMaySee(llm, settings, calls)
  const readSettings = omitUndefined({ textExtractorId, hiddenText })
  const readsEmbedded = settings.readsEmbedded === true
  const loadText = () => loadTextOnce({ ...readSettings, readsEmbedded })
  // A document with too many pages is refused before its text is read, which may be paid for.
  const album = await openPageAlbum(ctx, tenant, {
    document,
    settings,
    llm,
    calls,
    findPages: async (passages) => (await loadText()).text.pagesOfPassages(passages),
  })
  const loadedText = await loadText()
  const replacementText = await loadReplacementOnce?.({ ...readSettings, readsEmbedded })
  const hidden = hiddenText ? await loadedText.text.hiddenLines() : undefined
  const challenger = input.challengerId ? await openChallengerOnce(input.challengerId) : undefined
  const { name, hash } = document
  const embedded = readsEmbedded ? await loadEmbeddedOnce(loadedText.embeddedData) : undefined
  const openedDocument = {
    name,
    hash,
    textHash: await loadedText.text.textHash(),
    ...loadedText,
    llm,
    settings,
    replacementText,
    embedded,
    hidden,
    warnings: await loadedText.text.warnings(),
    challenger,
    ...omitUndefined({ album }),
    index: undefined,
  }
  if (chunkSize === 0 || replacementText !== undefined || llm.connection.answer)
    return openedDocument
  const indexInput = { settings, document, scope, calls, llm, ensureIndexed, ...loadedText }
  const index = await timeStage(calls, 'index', async () => {
    const documentIndex = await openDocumentIndex(ctx, tenant, indexInput)
    await ensureIndexed(documentIndex)
    return documentIndex
  })
  return { ...openedDocument, index }
}
