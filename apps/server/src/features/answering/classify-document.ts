import {
  beginningOf,
  binByWords,
  binIn,
  classifyPrompt,
  unknownBin,
} from '@recto/extraction/classify'
import type { Tenant } from '../../platform/db/database.ts'
import { openLlm } from '../adapters/adapters.port.ts'
import { type CallContext, callModel } from '../model-calls/model-calls.port.ts'
import type { PresentedAnswer } from './answer-question.ts'
import type { AnsweringNeeds, AnswerSettings, NamedDocument } from './answer-settings.ts'
import { openClock } from './open-clock.ts'
import { readText } from './read-text.ts'

type Input = {
  /** Of the value in the result. */
  readonly key: string
  readonly document: NamedDocument
  readonly bins: readonly string[]
  readonly settings: AnswerSettings
  readonly calls: CallContext
}

/** Reads a document and says what it is, by a model or by its words. Reading and asking are steps of their own. */
export async function classifyDocument(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { key, document, bins, settings, calls }: Input,
): Promise<PresentedAnswer> {
  const { llmId, textExtractorId, hiddenText } = settings
  const opened = await openLlm(ctx, tenant, llmId)
  const read = await readText(ctx, tenant, { document, textExtractorId, calls, hiddenText })
  const clock = openClock()
  const text = beginningOf(await read.text.wholeText(), opened.llm.contextWindow)
  const ask = async () => {
    const request = { prompt: classifyPrompt(text, bins), maxTokens: 100 }
    // One for each text, of which there may be several in a run.
    const step = `classify@${read.extractorKey}`
    return callModel(tenant, calls, { opened, request, step, reason: 'extraction' })
  }
  const isAsked = opened.llm.complete !== undefined && text.trim() !== ''
  const reply = isAsked ? (await clock.time('extraction_llm', ask)).text : undefined
  const bin = reply === undefined ? binByWords(text, bins) : binIn(reply, bins)
  const question = { key, prompt: bins.join(', '), type: 'text' as const }
  // Where its name stands in the document, if it does.
  const found = bin === unknownBin ? undefined : await read.text.understand({ question, text: bin })
  const isFound = typeof found === 'object'
  return {
    ...{ key, question, value: bin, context: [], metrics: clock.metrics() },
    evidence: isFound ? found.evidence : null,
    confidence: isFound ? found.confidence : undefined,
    note: noteOf({ text, reply, bin }),
    document: {
      text: read.text,
      textHash: await read.text.textHash(),
      ...(hiddenText && { hidden: await read.text.hiddenLines() }),
    },
  }
}

type Found = { readonly text: string; readonly reply: string | undefined; readonly bin: string }

/** Why a document is in its bin, where no model has said so. */
function noteOf({ text, reply, bin }: Found): string | undefined {
  if (text.trim() === '') return 'The document has no text to go by.'
  if (reply !== undefined) {
    const isSaid = bin !== unknownBin || reply.toLowerCase().includes(unknownBin)
    return isSaid ? undefined : 'The model named none of the bins, or several.'
  }
  return bin === unknownBin
    ? 'No model was asked, and the document has the words of no bin, or as much of two.'
    : 'No model was asked: this is the bin whose words the document has most.'
}
