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
import type { Explanation } from '@recto/provider-spec/explanation'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { explainProviderError, type OpenedLlm } from '../adapters/adapters.port.ts'
import { type CallContext, callModel } from '../model-calls/model-calls.port.ts'
import { findContext } from './find-context.ts'
import { type Metrics, openClock } from './open-clock.ts'
import type { OpenedDocument } from './opened-document.ts'

export type AnsweredQuestion = {
  readonly key: string
  /** As it was asked. */
  readonly question: Question
  readonly value: Json
  readonly evidence: EvidenceTree
  /** How whole a list is. */
  readonly report?: ListReport | undefined
  /** What a reader has to know of how the value was found. */
  readonly note?: string | undefined
  readonly confidence?: Confidence | undefined
  /** How it was found, or why it was not; absent when nobody has said. */
  readonly explanation?: Explanation | undefined
  /** The texts that the answer was taken from. */
  readonly context: readonly string[]
  /** How many chunks were found that the model had no room for. */
  readonly omitted?: number | undefined
  readonly metrics: Metrics
  /** What a second model said of it. */
  readonly challenge?: (ChallengeLog & { readonly file_name: string }) | undefined
  readonly document: OpenedDocument
  /** The key under which it was kept when it came, where a rule of a layout gave it. */
  readonly keptUnder?: string | undefined
}

/** An answer, with no more of its document than its result tells. */
export type PresentedAnswer = Omit<AnsweredQuestion, 'document'> & {
  readonly document: Pick<OpenedDocument, 'text' | 'textHash' | 'embedded' | 'hidden'>
}

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
  const find = () => findContext(tenant, calls, document, question)
  const context = await (passages ? clock.time('context_retrieval', find) : find())
  // Nothing is asked of nothing: a model would make something up.
  if (context.texts.length === 0) {
    const nothing = { key: question.key, question, value: null, evidence: null, context: [] }
    return answeredOf(nothing, clock.metrics(), document)
  }
  const asking = openAsking(tenant, calls, llm)
  const answer = await askQuestion({
    work: text,
    question,
    instructions: settings.instructions,
    context: context.texts,
    askModel: (call) => clock.time('extraction_llm', () => asking.askModel(call)),
  }).finally(asking.stored)
  const { texts, omitted } = context
  return answeredOf({ ...answer, question, context: texts, omitted }, clock.metrics(), document)
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
  return answeredOf(
    { ...answer, question, context: [await text.wholeText()] },
    clock.metrics(),
    document,
  )
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
  { step, masking }: CallContext,
  document: OpenedDocument,
  questions: readonly Question[],
): Promise<readonly AnsweredQuestion[]> {
  const { text, llm } = document
  if (masking && llm.isOutside && !llm.llm.answersByLayout) throw cannotMask(llm.name)
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
  return questions.map((question, i) => {
    const answer = answers[i]
    if (!answer) throw new Error(`“${question.key}” was not answered.`)
    return answeredOf({ ...answer, question, context }, metrics, document)
  })
}

/** It is given the whole document. */
const cannotMask = (name: string) =>
  badRequest(`“${name}” is outside, and reads whole documents, in which nothing can be masked.`)

async function answerByAdapter(
  { text, llm: { name, llm } }: OpenedDocument,
  questions: readonly Question[],
): Promise<readonly Answer[]> {
  if (llm.answersByLayout) return text.answerByLayout(questions, llm.answersByLayout.embed)
  if (!llm.answer) throw new Error(`“${name}” does not answer by itself.`)
  return llm.answer(await text.document(), questions)
}

type Answered = Answer &
  Pick<AnsweredQuestion, 'question' | 'context'> & { readonly omitted?: number }

/** Without the calls, whose prompts are long. */
const answeredOf = (
  { context, omitted = 0, explanation, report, ...answer }: Answered,
  metrics: Metrics,
  document: OpenedDocument,
): AnsweredQuestion => ({
  key: answer.key,
  question: answer.question,
  value: answer.value,
  evidence: answer.evidence,
  confidence: answer.confidence,
  ...(explanation && { explanation }),
  ...(report && { report }),
  context,
  omitted,
  metrics,
  document,
})
