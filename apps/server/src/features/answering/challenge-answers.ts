import { challengeAnswer } from '@recto/extraction/challenge-answer'
import type { Question } from '@recto/provider-spec/answer'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { type OpenedLlm, openLlm } from '../adapters/adapters.port.ts'
import { type CallContext, callModel } from '../model-calls/model-calls.port.ts'
import type { AnsweredQuestion } from './answer-question.ts'
import type { AnsweringNeeds } from './answer-settings.ts'
import { endsRun } from './ends-run.ts'
import { openClock } from './open-clock.ts'
import type { Challenger } from './opened-document.ts'

/** Throws what is wrong with the model that is to judge answers. */
export async function assertChallenges(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  adapterId: string,
): Promise<void> {
  const challenger = await openChallenger(ctx, tenant, adapterId)
  if ('error' in challenger) throw challenger.error
}

/** One that cannot be opened is said in the log of each answer, and fails nothing. */
export async function openChallenger(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  adapterId: string,
): Promise<Challenger> {
  try {
    const opened = await openLlm(ctx, tenant, adapterId)
    if (opened.llm.complete) return { opened }
    return { error: badRequest(`“${opened.name}” cannot challenge an extraction.`) }
  } catch (error) {
    if (endsRun(error)) throw error
    return { error }
  }
}

/** Lists are compared with the document's own rows, which no second model does better. */
const unchallenged: readonly string[] = ['table', 'record', 'line-item']

type Judged = { readonly question: Question; readonly answer: AnsweredQuestion }

/** The answer after the second model has judged it, where there is one. Every call is a step of its own. */
export async function challenged(
  tenant: Tenant,
  calls: CallContext,
  { question, answer }: Judged,
): Promise<AnsweredQuestion> {
  const { document, context } = answer
  const { name: file_name, challenger, llm, settings, text } = document
  if (!challenger || unchallenged.includes(question.type)) return answer
  const clock = openClock()
  const callsOf = (opened: OpenedLlm, reason: 'challenge' | 'extraction') =>
    askingOf(tenant, calls, { opened, reason })
  const { log, value, evidence, confidence } = await clock.time('challenge_llm', () =>
    challengeAnswer({
      work: text,
      question,
      answer,
      instructions: settings.instructions,
      context,
      challenger:
        'opened' in challenger
          ? { ...factsOf(challenger.opened), ask: callsOf(challenger.opened, 'challenge') }
          : { model: '', contextWindow: 0, ask: () => Promise.reject(challenger.error) },
      extractor: {
        ...factsOf(llm),
        ask: llm.llm.complete && !llm.llm.answer ? callsOf(llm, 'extraction') : undefined,
      },
      endsWork: (error) => Boolean(calls.signal?.aborted) || endsRun(error),
      now: () => new Date(),
    }),
  )
  const metrics = { ...answer.metrics, ...clock.metrics() }
  // What was said of one value is not true of another.
  const explanation = value === answer.value ? answer.explanation : undefined
  const judged = { ...answer, value, evidence, confidence, explanation }
  return { ...judged, challenge: { file_name, ...log }, metrics }
}

const factsOf = ({ llm: { model, contextWindow } }: OpenedLlm) => ({ model, contextWindow })

type Called = { readonly opened: OpenedLlm; readonly reason: 'challenge' | 'extraction' }
type Asking = Parameters<typeof challengeAnswer>[0]['challenger']['ask']

const askingOf =
  (tenant: Tenant, calls: CallContext, { opened, reason }: Called): Asking =>
  ({ purpose: _, step, ...request }) =>
    callModel(tenant, calls, {
      ...{ opened, request, step, reason },
      isProse: reason === 'challenge',
    })
