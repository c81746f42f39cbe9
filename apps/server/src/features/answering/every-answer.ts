import { AppError } from '../../platform/app-error.ts'
import { describeFailure, isExplained } from '../../platform/describe-failure.ts'
import type { AnsweredQuestion } from './answer-question.ts'
import type { QuestionOutcome } from './answer-questions.ts'

/**
 * The answers when there are all of them. Else throws what made the questions fail: the failure itself
 * where they all share it, or where nobody foresaw it; otherwise one that names the questions.
 */
export function everyAnswer(outcomes: readonly QuestionOutcome[]): readonly AnsweredQuestion[] {
  const answers = outcomes.flatMap((one) => (one.isDone ? [one.value] : []))
  const failures = outcomes.flatMap((one) => (one.isDone ? [] : [one]))
  const [first] = failures
  if (!first) return answers
  const unforeseen = failures.find(({ error }) => !isExplained(error))
  if (unforeseen) throw unforeseen.error
  const byReason = Map.groupBy(failures, ({ error }) => describeFailure(error))
  if (answers.length === 0 && byReason.size === 1) throw first.error
  throw named(byReason, first.error)
}

type Failure = Extract<QuestionOutcome, { readonly isDone: false }>

function named(byReason: ReadonlyMap<string, readonly Failure[]>, cause: unknown): AppError {
  const faults = [...byReason].map(([reason, failures]) => {
    const keys = failures.map(({ key }) => `“${key}”`).join(', ')
    return { code: 'error', detail: `${keys}: ${reason}`, attr: null }
  })
  const { kind = 'failed', retryAfterSeconds } = cause instanceof AppError ? cause : {}
  return new AppError(kind, faults, { cause, retryAfterSeconds })
}
