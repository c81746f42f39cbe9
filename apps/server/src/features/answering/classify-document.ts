import {
  classifyByWords,
  createClassifyPrompt,
  getBeginning,
  readBin,
  unknownBin,
} from '@recto/extraction/classify'
import { omitUndefined } from '@recto/omit-undefined'
import type { Tenant } from '../../platform/db/database.ts'
import { openLlm } from '../adapters/adapters.port.ts'
import { type CallContext, callModel } from '../model-calls/model-calls.port.ts'
import type { PresentedAnswer } from './answer-question.ts'
import type { AnsweringDependencies, AnswerSettings, HashedDocument } from './answer-settings.ts'
import { loadDocumentText } from './reading/load-document-text.ts'
import { createTimer } from './timer.ts'

type ClassificationInput = {
  /** Key of the value in the result. */
  readonly key: string
  readonly document: HashedDocument
  readonly categories: readonly string[]
  readonly settings: AnswerSettings
  readonly calls: CallContext
}

/**
 * Reads a document and assigns it to a category, by a model or by its words. Reading and asking are
 * steps.
 */
export async function classifyDocument(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { key, document, categories, settings, calls }: ClassificationInput,
): Promise<PresentedAnswer> {
  const { llmId, textExtractorId, hiddenText } = settings
  const llm = await openLlm(ctx, tenant, llmId)
  const loadedText = await loadDocumentText(ctx, tenant, {
    document,
    textExtractorId,
    calls,
    hiddenText,
  })
  const timer = createTimer()
  const text = getBeginning(await loadedText.text.wholeText(), llm.connection.contextWindow)
  const askModel = async () => {
    const request = { prompt: createClassifyPrompt(text, categories), maxTokens: 100 }
    // Unique for each text, of which a run may have several.
    const step = `classify@${loadedText.extractorKey}`
    return callModel(tenant, calls, { adapter: llm, request, step, reason: 'extraction' })
  }
  const asksModel = llm.connection.complete !== undefined && text.trim() !== ''
  const reply = asksModel ? (await timer.time('extraction_llm', askModel)).text : undefined
  const category =
    reply === undefined ? classifyByWords(text, categories) : readBin(reply, categories)
  const question = { key, prompt: categories.join(', '), type: 'text' as const }
  // Finds the name of the category in the document, if it is there.
  const reading =
    category === unknownBin
      ? undefined
      : await loadedText.text.understand({ question, text: category })
  const isFound = typeof reading === 'object'
  return {
    key,
    question,
    value: category,
    context: [],
    metrics: timer.metrics(),
    evidence: isFound ? reading.evidence : null,
    confidence: isFound ? reading.confidence : undefined,
    note: explainCategory({ text, reply, category }),
    document: {
      text: loadedText.text,
      textHash: await loadedText.text.textHash(),
      warnings: await loadedText.text.warnings(),
      ...omitUndefined({ hidden: hiddenText && (await loadedText.text.hiddenLines()) }),
    },
  }
}

type Classification = {
  readonly text: string
  readonly reply: string | undefined
  readonly category: string
}

/** Explains the category where no model has named it. */
function explainCategory({ text, reply, category }: Classification): string | undefined {
  if (text.trim() === '') return 'The document has no text to classify.'
  if (reply !== undefined) {
    const isNamed = category !== unknownBin || reply.toLowerCase().includes(unknownBin)
    return isNamed ? undefined : 'The model did not choose exactly one bin.'
  }
  return category === unknownBin
    ? 'No model was used, and the words in the document match no bin, or match two bins equally well.'
    : 'No model was used. The words in the document match this bin best.'
}
