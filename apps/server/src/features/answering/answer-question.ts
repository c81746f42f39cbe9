import { answerList, type ListQuestion } from '@recto/extraction/answer-list'
import { answerQuestion as askQuestion } from '@recto/extraction/answer-question'
import type { ChallengeLog } from '@recto/extraction/challenge-answer'
import type { AskModel } from '@recto/extraction/llm-call'
import {
  type Answer,
  type Confidence,
  type EvidenceTree,
  isListType,
  type Json,
  type ListReport,
  type Question,
} from '@recto/provider-spec/answer'
import type { Tenant } from '../../platform/db/database.ts'
import { explainProviderError, type OpenedLlm } from '../adapters/adapters.port.ts'
import { type CallContext, callModel } from '../model-calls/model-calls.port.ts'
import type { AnswerSettings } from './answer-settings.ts'
import { type Metrics, openClock } from './open-clock.ts'
import type { Passages } from './open-passages.ts'
import { retrieveContext } from './retrieve-context.ts'
import type { OpenedText } from './text/open-text.ts'

/** A document as it was read, with the opened adapters that answer questions on it. */
export type OpenedDocument = {
  readonly name: string
  readonly text: OpenedText
  /** Names the extractor and its settings. */
  readonly extractorKey: string
  /** The chunks that are searched; `undefined` when the whole text is the context. */
  readonly passages: Passages | undefined
  readonly llm: OpenedLlm
  readonly settings: AnswerSettings
  /** What is answered from in the place of the text, such as a summary; evidence is of the text all the same. */
  readonly source?: string | undefined
  /** Judges the answers. */
  readonly challenger?: Challenger | undefined
}

/** The second model; or why there is none, which the log says. */
export type Challenger = { readonly opened: OpenedLlm } | { readonly error: unknown }

export type AnsweredQuestion = {
  readonly key: string
  readonly value: Json
  readonly evidence: EvidenceTree
  /** How whole a list is. */
  readonly report?: ListReport | undefined
  readonly confidence?: Confidence | undefined
  /** The texts that the answer was taken from. */
  readonly context: readonly string[]
  readonly metrics: Metrics
  /** What a second model said of it. */
  readonly challenge?: (ChallengeLog & { readonly file_name: string }) | undefined
  readonly document: OpenedDocument
}

/** What questions are answered from when it is not searched. */
export const sourceOf = async ({ source, text }: OpenedDocument): Promise<string> =>
  source ?? text.wholeText()

/** Answers one question: finds its passages, then asks the model. Every call is a step of its own. */
export async function answerQuestion(
  tenant: Tenant,
  calls: CallContext,
  document: OpenedDocument,
  question: Question,
): Promise<AnsweredQuestion> {
  if (isList(question)) return answerListQuestion(tenant, calls, document, question)
  const { text, passages, llm, settings } = document
  const clock = openClock()
  const context = passages
    ? await clock.time('context_retrieval', () =>
        retrieveContext(tenant, calls, { question, passages, llm, settings }),
      )
    : [await sourceOf(document)]
  const asking = openAsking(tenant, calls, llm)
  const answer = await askQuestion({
    work: text,
    question,
    instructions: settings.instructions,
    context,
    askModel: (call) => clock.time('extraction_llm', () => asking.askModel(call)),
  }).finally(asking.stored)
  return answeredOf({ ...answer, context }, clock.metrics(), document)
}

const isList = (question: Question): question is ListQuestion => isListType(question.type)

/** The whole document is read, whatever its chunks are. */
async function answerListQuestion(
  tenant: Tenant,
  calls: CallContext,
  document: OpenedDocument,
  question: ListQuestion,
): Promise<AnsweredQuestion> {
  const { text, llm, settings } = document
  const clock = openClock()
  const asking = openAsking(tenant, calls, llm)
  const group = question.type === 'line-item' ? 'line_item_extraction' : 'table_extraction'
  const answer = await clock
    .time(group, () =>
      answerList({
        work: text,
        question,
        instructions: settings.instructions,
        askModel: asking.askModel,
        contextWindow: llm.llm.contextWindow,
      }),
    )
    .finally(asking.stored)
  return answeredOf({ ...answer, context: [await text.wholeText()] }, clock.metrics(), document)
}

/** Every call is kept; the replies are stored while the work goes on. */
function openAsking(tenant: Tenant, calls: CallContext, opened: OpenedLlm) {
  const replies = openStoring()
  const askModel: AskModel = ({ purpose: _, step, ...request }) =>
    callModel(tenant, calls, {
      ...{ opened, request, step },
      reason: 'extraction',
      onStoring: replies.add,
    })
  return { askModel, stored: replies.stored }
}

/** Replies are stored while their evidence is looked for; the answer waits until they are. */
export function openStoring() {
  const underWay: Promise<void>[] = []
  return {
    add(storing: Promise<void>) {
      // A failure is met where it is waited for.
      storing.catch(() => {})
      underWay.push(storing)
    },
    stored: () => Promise.all(underWay),
  }
}

/** Answers all the questions in one step, by an adapter that reads the document itself. */
export async function answerTogether(
  { step }: CallContext,
  document: OpenedDocument,
  questions: readonly Question[],
): Promise<readonly AnsweredQuestion[]> {
  const { text, llm } = document
  const clock = openClock()
  const answers = await clock.time('extraction_llm', () =>
    step(`answer/${questions[0]?.key ?? ''}`, () => answerByAdapter(document, questions), {
      isRepeatable: true,
    }).catch((error: unknown) => {
      throw explainProviderError(error, llm.name)
    }),
  )
  const context = [await text.wholeText()]
  const metrics = clock.metrics(questions.length)
  return answers.map((answer) => answeredOf({ ...answer, context }, metrics, document))
}

async function answerByAdapter(
  { text, llm: { name, llm } }: OpenedDocument,
  questions: readonly Question[],
): Promise<readonly Answer[]> {
  if (llm.answersByLayout) return text.answerByLayout(questions, llm.answersByLayout.embed)
  if (!llm.answer) throw new Error(`“${name}” does not answer by itself.`)
  return llm.answer(await text.document(), questions)
}

/** Without the calls, whose prompts are long. */
const answeredOf = (
  { key, value, evidence, confidence, report, context }: Answer & Pick<AnsweredQuestion, 'context'>,
  metrics: Metrics,
  document: OpenedDocument,
): AnsweredQuestion => ({
  key,
  value,
  evidence,
  confidence,
  ...(report && { report }),
  context,
  metrics,
  document,
})
