import type { DocumentText } from '@recto/document-text/model'
import { type Extracted, extract } from '@recto/extraction/extract'
import type { EvidenceTree, Json, Question } from '@recto/provider-spec/answer'
import type { Tenant } from '../../platform/db/database.ts'
import { explainProviderError, type OpenedLlm } from '../adapters/adapters.port.ts'
import { type CallContext, callModel } from '../model-calls/model-calls.port.ts'
import type { AnswerSettings } from './answer-settings.ts'
import type { Passages } from './open-passages.ts'
import { retrieveContext } from './retrieve-context.ts'

export type Metrics = { readonly [group: string]: { readonly 'time_taken(s)': number } }

/** A document as it was read, with the opened adapters that answer questions on it. */
export type OpenedDocument = {
  readonly text: DocumentText
  /** Names the extractor and its settings. */
  readonly extractorKey: string
  /** The chunks that are searched; `undefined` when the whole text is the context. */
  readonly passages: Passages | undefined
  readonly llm: OpenedLlm
  readonly settings: AnswerSettings
}

export type AnsweredQuestion = {
  readonly key: string
  readonly value: Json
  readonly evidence: EvidenceTree
  /** The texts that the answer was taken from. */
  readonly context: readonly string[]
  readonly metrics: Metrics
  readonly document: OpenedDocument
}

/** Answers one question: finds its passages, then asks the model. Every call is a step of its own. */
export async function answerQuestion(
  tenant: Tenant,
  calls: CallContext,
  document: OpenedDocument,
  question: Question,
): Promise<AnsweredQuestion> {
  const { text, passages, llm, settings } = document
  const clock = openClock()
  const context =
    passages &&
    (await clock.time('context_retrieval', () =>
      retrieveContext(tenant, calls, { question, passages, llm, settings }),
    ))
  const [extracted] = await extract({
    document: text,
    questions: [{ ...question, ...(context && { context }) }],
    instructions: settings.instructions,
    llm: {
      model: llm.llm.model,
      complete: ({ purpose: _, step, ...request }) =>
        clock.time('extraction_llm', () =>
          callModel(tenant, calls, { opened: llm, request, step, reason: 'extraction' }),
        ),
    },
  })
  if (!extracted) throw new Error(`“${question.key}” was not answered.`)
  return answeredOf(extracted, clock.metrics(), document)
}

/** Answers all the questions in one step, by an adapter that reads the document itself. */
export async function answerTogether(
  { step }: CallContext,
  document: OpenedDocument,
  questions: readonly Question[],
): Promise<readonly AnsweredQuestion[]> {
  const { text, llm, settings } = document
  const { model, answer } = llm.llm
  if (!answer) throw new Error(`“${llm.name}” does not answer by itself.`)
  const clock = openClock()
  const extracted = await extract({
    document: text,
    questions,
    instructions: settings.instructions,
    llm: {
      model,
      answer: (...asked) =>
        clock.time('extraction_llm', () =>
          step(`answer/${questions[0]?.key ?? ''}`, () => answer(...asked), {
            isRepeatable: true,
          }).catch((error) => {
            throw explainProviderError(error, llm.name)
          }),
        ),
    },
  })
  const metrics = clock.metrics(questions.length)
  return extracted.map((one) => answeredOf(one, metrics, document))
}

/** Without the calls, whose prompts are long. */
const answeredOf = (
  { key, value, evidence, context }: Extracted,
  metrics: Metrics,
  document: OpenedDocument,
): AnsweredQuestion => ({ key, value, evidence, context, metrics, document })

/** Sums up what each part of the work takes. */
function openClock() {
  const seconds: Record<string, number> = {}
  return {
    async time<T>(group: string, work: () => Promise<T>): Promise<T> {
      const start = performance.now()
      try {
        return await work()
      } finally {
        seconds[group] = (seconds[group] ?? 0) + (performance.now() - start) / 1000
      }
    },
    /** The share of one question, of work that was done for several at once. */
    metrics: (questions = 1): Metrics =>
      Object.fromEntries(
        Object.entries(seconds).map(([group, taken]) => [
          group,
          { 'time_taken(s)': taken / questions },
        ]),
      ),
  }
}
