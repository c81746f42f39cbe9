import type { CustomData } from '@recto/contract/wire/wire'
import { assemblePrompt } from '@recto/extraction/assemble-prompt'
import type { Json, Question } from '@recto/provider-spec/answer'
import type { Tenant } from '../../platform/db/database.ts'
import { type OpenedLlm, openLlm, openTextExtractor } from '../adapters/adapters.port.ts'
import { type CallContext, maskRequest } from '../model-calls/model-calls.port.ts'
import type {
  AnsweringDependencies,
  ConfiguredQuestion,
  HashedDocument,
} from './answer-settings.ts'
import type { FittedContext } from './find-context.ts'
import { findQuestionContext } from './find-context.ts'
import type { EnsureIndexed } from './open-documents.ts'
import { findStoredText, getExtractorKey, loadDocumentText } from './reading/load-document-text.ts'
import { openDocumentIndex } from './retrieval/open-document-index.ts'
import { assertCanRetrieve } from './retrieval/retrieve-excerpts.ts'
import { needsModel } from './retrieval/strategies.ts'
import { estimateTokens } from './text/estimate-tokens.ts'
import type { OpenedText } from './text/open-text.ts'
import { fillVariables } from './variables/fill-variables.ts'
import { listReferencedKeys } from './variables/parse-variables.ts'

type PreviewRequest = {
  readonly question: ConfiguredQuestion
  readonly document: HashedDocument
  readonly knownValues: ReadonlyMap<string, Json>
  readonly customData: CustomData | null
  /** A text that replaces the text of the document, such as a summary. */
  readonly replacementText?: string | undefined
  readonly scope: string
  readonly calls: CallContext
  readonly ensureIndexed: EnsureIndexed
}

export type QuestionPreview = {
  /** Null where no model is asked. */
  readonly prompt: string | null
  readonly tokens: number
  /** In tokens; 0 when unknown. */
  readonly contextWindow: number
  /** The retrieved chunks; empty when the whole text is the context. */
  readonly chunks: readonly string[]
  readonly omitted: number
  /** Notes on what the preview leaves out, and why. */
  readonly notes: readonly string[]
}

/**
 * Shows the exact prompt of a question, as far as that is possible without a paid call; what only a
 * paid call could tell is left out and noted. Throws where a run would be refused.
 */
export async function previewQuestion(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  previewRequest: PreviewRequest,
): Promise<QuestionPreview> {
  const notes: string[] = []
  const { settings } = previewRequest.question
  const llm = await openLlm(ctx, tenant, settings.llmId)
  assertCanRetrieve(llm, settings)
  const { contextWindow } = llm.connection
  if (llm.connection.answer) {
    notes.push(`“${llm.name}” reads the document directly, without a prompt.`)
    return { prompt: null, tokens: 0, contextWindow, chunks: [], omitted: 0, notes }
  }
  const question = await fillKnownVariables(previewRequest, notes)
  const context = await findFreeContext(ctx, tenant, {
    ...previewRequest,
    filledQuestion: question,
    llm,
    notes,
  })
  const texts = context?.texts ?? ['[the passages that are found when the prompt runs]']
  if (texts.length === 0) {
    notes.push('The document has no text to answer the prompt from, so no model is called.')
    return { prompt: null, tokens: 0, contextWindow, chunks: [], omitted: 0, notes }
  }
  if (settings.seenPages)
    notes.push('The model also gets images of pages. The prompt says which when it runs.')
  const assembledPrompt = assemblePrompt(question, settings.instructions, texts)
  const { request } = await maskRequest(previewRequest.calls, {
    adapter: llm,
    request: { prompt: assembledPrompt },
  })
  const { prompt } = request
  const tokens = estimateTokens(prompt)
  const chunks =
    settings.chunkSize === 0 || previewRequest.replacementText !== undefined
      ? []
      : (context?.texts ?? [])
  return { prompt, tokens, contextWindow, chunks, omitted: context?.omitted ?? 0, notes }
}

/** Fills the variables whose values are known and notes the others. */
async function fillKnownVariables(
  { question: { settings: _, ...question }, knownValues, customData }: PreviewRequest,
  notes: string[],
): Promise<Question> {
  const missingKeys = listReferencedKeys(question.prompt, knownValues.keys()).filter(
    (key) => !knownValues.has(key),
  )
  for (const key of missingKeys) {
    notes.push(
      `“${key}” has no output for this document yet. Its value is inserted when the prompt runs.`,
    )
  }
  const values = new Map([
    ...knownValues,
    ...missingKeys.map((key) => [key, `{{${key}}}`] as const),
  ])
  const prompt = await fillVariables(question.prompt, {
    knownValues: values,
    customData,
    async askAddress(url) {
      notes.push(`${url} is called only when the prompt runs. Its reply is inserted then.`)
      return `[the reply from ${url}]`
    },
  })
  return { ...question, prompt }
}

type ContextRequest = PreviewRequest & {
  /** The question with its variables filled. */
  readonly filledQuestion: Question
  readonly llm: OpenedLlm
  readonly notes: string[]
}

/** Finds the context; `undefined` where that would take a paid call. */
async function findFreeContext(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  {
    question: { settings },
    filledQuestion,
    replacementText,
    document,
    scope,
    calls,
    ensureIndexed,
    llm,
    notes,
  }: ContextRequest,
): Promise<FittedContext | undefined> {
  const loadedText = await loadFreeText(ctx, tenant, { document, settings, calls, notes })
  if (!loadedText) return undefined
  const { name, hash } = document
  const openedDocument = {
    name,
    hash,
    textHash: await loadedText.text.textHash(),
    ...loadedText,
    llm,
    settings,
    replacementText,
    index: undefined,
  }
  if (settings.chunkSize === 0 || replacementText !== undefined)
    return findQuestionContext(tenant, calls, openedDocument, filledQuestion)
  if (needsModel(settings.strategy)) {
    notes.push(
      `The ${settings.strategy} strategy calls the model before it searches, which costs money, so the chunks are retrieved only when the prompt runs.`,
    )
    return undefined
  }
  const indexInput = { settings, document, scope, calls, llm, ensureIndexed, ...loadedText }
  const index = await openDocumentIndex(ctx, tenant, indexInput)
  if (!index.isFree) {
    notes.push(
      'The profile’s embedding model is a paid service, so the chunks are retrieved only when the prompt runs.',
    )
    return undefined
  }
  await ensureIndexed(index)
  return findQuestionContext(tenant, calls, { ...openedDocument, index }, filledQuestion)
}

type FreeTextRequest = Pick<ContextRequest, 'document' | 'calls' | 'notes'> & {
  readonly settings: ConfiguredQuestion['settings']
}

/** Loads the text, unless it would have to be read by a paid extractor. */
async function loadFreeText(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { document, settings: { textExtractorId, hiddenText }, calls, notes }: FreeTextRequest,
): Promise<{ readonly text: OpenedText; readonly extractorKey: string } | undefined> {
  const textExtractor = await openTextExtractor(ctx, tenant, textExtractorId)
  const { name, extractor } = textExtractor
  const request = { document, textExtractorId, hiddenText, calls, keepsText: true }
  if (extractor.isFree) return loadDocumentText(ctx, tenant, request)
  const extractorKey = getExtractorKey(textExtractor, hiddenText)
  const text = await findStoredText(ctx, tenant, { document, extractorKey })
  if (text) return { text, extractorKey }
  notes.push(
    `The document’s text has not been extracted yet, and extracting it with “${name}” costs money. Index the document to see its chunks.`,
  )
  return undefined
}
