import type { Question } from '@recto/provider-spec/answer'
import type { Tenant } from '../../platform/db/database.ts'
import { type CallContext, countAnswersWithoutCall } from '../model-calls/model-calls.port.ts'
import type { AnsweredQuestion } from './answer-question.ts'
import type { AnsweringDependencies } from './answer-settings.ts'
import { answerFromLayouts, type DocumentQuestions } from './layouts/answer-from-layouts.ts'
import type { OpenedDocument } from './opened-document.ts'
import { createTimer } from './timer.ts'

/**
 * Answers the questions that need no model, by their keys: from embedded data first, then by layout
 * rules.
 */
export async function answerWithoutCall(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  calls: CallContext,
  { document, questions }: DocumentQuestions,
): Promise<ReadonlyMap<string, AnsweredQuestion>> {
  const embeddedAnswers = await answerFromEmbeddedData(document, questions)
  const unansweredQuestions = questions.filter(({ key }) => !embeddedAnswers.has(key))
  const left = { document, questions: unansweredQuestions }
  const layoutAnswers = await answerFromLayouts(ctx, tenant, calls, left)
  const step = questions[0]?.key ?? ''
  await Promise.all([
    countAnswersWithoutCall(tenant, calls, {
      kind: 'embedded_data',
      answers: embeddedAnswers.size,
      step,
    }),
    countAnswersWithoutCall(tenant, calls, { kind: 'layout', answers: layoutAnswers.size, step }),
  ])
  return new Map([...embeddedAnswers, ...layoutAnswers])
}

/**
 * Answers the questions that the document's embedded data answers unambiguously, by their keys;
 * calls no model.
 */
async function answerFromEmbeddedData(
  document: OpenedDocument,
  questions: readonly Question[],
): Promise<ReadonlyMap<string, AnsweredQuestion>> {
  const { embedded, text } = document
  if (!embedded || questions.length === 0) return new Map()
  const timer = createTimer()
  const answers = await timer.time('embedded_data', () =>
    text.answerEmbedded({ data: embedded, questions }),
  )
  const questionByKey = new Map(questions.map((question) => [question.key, question]))
  const metrics = timer.metrics(Math.max(1, answers.length))
  return new Map(
    answers
      .map(({ key, ...answer }) => {
        const question = questionByKey.get(key)
        return question
          ? ([key, { key, question, ...answer, context: [], metrics, document }] as const)
          : undefined
      })
      .filter((value) => value !== undefined),
  )
}
