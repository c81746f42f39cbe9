import type { Tenant } from '../../../platform/db/database.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import type { AnsweredQuestion } from '../answer-question.ts'
import type { AnsweringDependencies } from '../answer-settings.ts'
import { challengeIfConfigured } from '../challenge-answers.ts'
import { escalateIfNeeded, withOwnSteps } from './escalate-answer.ts'

type ContradictedAnswers = {
  readonly answers: readonly AnsweredQuestion[]
  /** Keys of the values that checks contradict. */
  readonly keys: ReadonlySet<string>
}

/**
 * Asks the larger model for the values that checks contradict, unless it has answered already.
 * Returns the answers themselves if there is nothing to ask.
 */
export async function escalateContradicted(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  calls: CallContext,
  { answers, keys }: ContradictedAnswers,
): Promise<readonly AnsweredQuestion[]> {
  const isAskable = ({ key, document, escalation, context }: AnsweredQuestion) =>
    keys.has(key) &&
    document.settings.escalationLlmId !== undefined &&
    escalation === undefined &&
    // Embedded data and layout rules answer without a context.
    context.length > 0
  if (!answers.some(isAskable)) return answers
  return Promise.all(
    answers.map(async (answer) => {
      if (!isAskable(answer)) return answer
      const { document, question } = answer
      const outcome = { isOk: true, value: answer } as const
      const answerToJudge = { document, question, outcome, isContradicted: true }
      const escalatedAnswer = await escalateIfNeeded(ctx, tenant, calls, answerToJudge)
      // The value of the small model has been challenged already, and its log stays.
      if (!escalatedAnswer.escalation?.isReplaced) return escalatedAnswer
      return challengeIfConfigured(tenant, withOwnSteps(calls, 'challenged-again'), {
        question,
        answer: escalatedAnswer,
      })
    }),
  )
}
