import { type ChallengeInput, challengeAnswer } from '@recto/extraction/challenge-answer'
import { isListType, type Question } from '@recto/provider-spec/answer'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { type OpenedLlm, openLlm } from '../adapters/adapters.port.ts'
import { type CallContext, callModel } from '../model-calls/model-calls.port.ts'
import type { AnsweredQuestion } from './answer-question.ts'
import type { AnsweringDependencies } from './answer-settings.ts'
import { endsRun } from './answering-errors.ts'
import type { Challenger } from './opened-document.ts'
import { createTimer } from './timer.ts'

/** Throws if the model that is to challenge answers cannot be used. */
export async function assertCanChallenge(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  adapterId: string,
): Promise<void> {
  const challenger = await openChallenger(ctx, tenant, adapterId)
  if ('error' in challenger) throw challenger.error
}

/**
 * Opens the challenger. One that cannot be opened fails no question; the challenge log of each
 * answer reports it.
 */
export async function openChallenger(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  adapterId: string,
): Promise<Challenger> {
  try {
    const llm = await openLlm(ctx, tenant, adapterId)
    if (llm.connection.complete) return { llm }
    return { error: badRequest(`“${llm.name}” cannot be used to challenge answers.`) }
  } catch (error) {
    if (endsRun(error)) throw error
    return { error }
  }
}

type AnswerToChallenge = { readonly question: Question; readonly answer: AnsweredQuestion }

/**
 * Lets a second model challenge the answer, where one is configured. Every call is a step. Lists are
 * not challenged: they are checked against the rows of the document, and the second model would need
 * the whole document and the whole list. Neither is a value that was seen on a page, because the second
 * model gets text alone.
 */
export async function challengeIfConfigured(
  tenant: Tenant,
  calls: CallContext,
  { question, answer }: AnswerToChallenge,
): Promise<AnsweredQuestion> {
  const { document, context } = answer
  const { name: file_name, challenger, llm, settings, text } = document
  if (!challenger || isListType(question.type) || wasSeen(answer)) return answer
  const timer = createTimer()
  const toAskModel = (llm: OpenedLlm, reason: 'challenge' | 'extraction') =>
    createAskModel(tenant, calls, { llm, reason })
  const { log, value, evidence, confidence } = await timer.time('challenge_llm', () =>
    challengeAnswer({
      work: text,
      question,
      answer,
      instructions: settings.instructions,
      context,
      challenger:
        'llm' in challenger
          ? { ...toModelInfo(challenger.llm), ask: toAskModel(challenger.llm, 'challenge') }
          : { model: '', contextWindow: 0, ask: () => Promise.reject(challenger.error) },
      extractor: {
        ...toModelInfo(llm),
        ask:
          llm.connection.complete && !llm.connection.answer
            ? toAskModel(llm, 'extraction')
            : undefined,
      },
      shouldAbort: (error) => Boolean(calls.signal?.aborted) || endsRun(error),
      now: () => new Date(),
    }),
  )
  const metrics = { ...answer.metrics, ...timer.metrics() }
  // The explanation belongs to the original value.
  const explanation = value === answer.value ? answer.explanation : undefined
  const challengedAnswer = { ...answer, value, evidence, confidence, explanation }
  return { ...challengedAnswer, challenge: { file_name, ...log }, metrics }
}

function wasSeen({ document: { settings }, explanation }: AnsweredQuestion): boolean {
  if (settings.seenPages?.isTextLeftOut) return true
  return (
    explanation !== undefined &&
    'found' in explanation &&
    explanation.found.some(({ kind }) => kind === 'seen')
  )
}

const toModelInfo = ({ connection: { model, contextWindow } }: OpenedLlm) => ({
  model,
  contextWindow,
})

type ChallengeCall = { readonly llm: OpenedLlm; readonly reason: 'challenge' | 'extraction' }
type AskModel = ChallengeInput['challenger']['ask']

const createAskModel =
  (tenant: Tenant, calls: CallContext, { llm, reason }: ChallengeCall): AskModel =>
  ({ purpose: _, step, ...request }) =>
    callModel(tenant, calls, {
      adapter: llm,
      request,
      step,
      reason,
      isFollowUp: true,
      isProse: reason === 'challenge',
    })
