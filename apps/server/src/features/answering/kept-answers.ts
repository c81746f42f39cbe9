import { describeForPerson, isExplained } from '../../platform/describe-failure.ts'
import type { Log } from '../../platform/log/log.ts'
import type { AnsweredQuestion } from './answer-question.ts'
import type { QuestionOutcome } from './answer-questions.ts'
import { endsRun } from './ends-run.ts'
import { everyAnswer } from './every-answer.ts'

/** A question without an answer, in words for a person. */
export type FailedQuestion = { readonly key: string; readonly reason: string }

export type KeptAnswers = {
  readonly answers: readonly AnsweredQuestion[]
  readonly failed: readonly FailedQuestion[]
}

type Needs = {
  readonly log: Pick<Log, 'error'>
  readonly signal?: AbortSignal | undefined
}

/**
 * The answers that there are, with the questions that failed: one bad question costs its own answer and no
 * other. Throws when there is no answer at all, and when the run itself broke off.
 */
export function keptAnswers(
  { log, signal }: Needs,
  outcomes: readonly QuestionOutcome[],
): KeptAnswers {
  const failures = outcomes.flatMap((one) => (one.isDone ? [] : [one]))
  const broken = failures.find(({ error }) => signal?.aborted || endsRun(error))
  if (broken) throw broken.error
  if (failures.length === outcomes.length) return { answers: everyAnswer(outcomes), failed: [] }
  for (const { key, error } of failures) {
    if (!isExplained(error)) log.error({ err: error, key }, 'a question could not be answered')
  }
  return {
    answers: outcomes.flatMap((one) => (one.isDone ? [one.value] : [])),
    failed: failures.map(({ key, error }) => ({ key, reason: describeForPerson(error) })),
  }
}

/** Says which questions failed and why. */
export function describeFailed(failed: readonly FailedQuestion[]): string {
  const byReason = Map.groupBy(failed, ({ reason }) => reason)
  return [...byReason]
    .map(([reason, of]) => `${of.map(({ key }) => `“${key}”`).join(', ')}: ${reason}`)
    .join(' ')
}
