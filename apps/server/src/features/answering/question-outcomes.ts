import type { Question } from '@recto/provider-spec/answer'
import { AppError, type Fault } from '../../platform/app-error.ts'
import {
  describeFailure,
  isUserFacingError,
  toUserMessage,
} from '../../platform/describe-failure.ts'
import type { Log } from '../../platform/log/log.ts'
import type { AnsweredQuestion } from './answer-question.ts'
import { endsRun, explainAnsweringError } from './answering-errors.ts'
import type { OpenedDocument } from './opened-document.ts'

/** The value of work that succeeded (`isOk`), or the error of work that failed. */
export type Outcome<T> =
  | { readonly isOk: true; readonly value: T }
  | { readonly isOk: false; readonly error: unknown }

export async function toOutcome<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { isOk: true, value: await work() }
  } catch (error) {
    return { isOk: false, error }
  }
}

/** Returns the value, or throws the error. */
export function getValueOrThrow<T>(outcome: Outcome<T>): T {
  if (outcome.isOk) return outcome.value
  throw outcome.error
}

/** The answer to one question or its error. */
export type QuestionOutcome = {
  readonly key: string
  /** The question and document of a single pass, where it was asked together with others. */
  readonly singlePass?: { readonly question: Question; readonly document: OpenedDocument }
} & Outcome<AnsweredQuestion>

export function toQuestionOutcome(
  key: string,
  outcome: Outcome<AnsweredQuestion>,
): QuestionOutcome {
  if (outcome.isOk) return { key, ...outcome }
  return { key, isOk: false, error: explainAnsweringError(outcome.error) }
}

/**
 * Returns the answers if there are all of them. Otherwise throws: an unexpected failure as it is, a
 * failure that all questions share as it is, else an error that names the failed questions.
 */
export function unwrapAnswers(outcomes: readonly QuestionOutcome[]): readonly AnsweredQuestion[] {
  const answers = outcomes.filter((outcome) => outcome.isOk).map((outcome) => outcome.value)
  const failures = outcomes.filter((outcome) => !outcome.isOk)
  const [firstFailure] = failures
  if (!firstFailure) return answers
  const unexpectedFailure = failures.find(({ error }) => !isUserFacingError(error))
  if (unexpectedFailure) throw unexpectedFailure.error
  const byReason = Map.groupBy(failures, ({ error }) => describeFailure(error))
  if (answers.length === 0 && byReason.size === 1) throw firstFailure.error
  throw toNamedError(byReason, firstFailure.error)
}

type Failure = Extract<QuestionOutcome, { readonly isOk: false }>

function toNamedError(
  byReason: ReadonlyMap<string, readonly Failure[]>,
  firstError: unknown,
): AppError {
  const faults = [...byReason].map(([reason, failures]): Fault => {
    const keys = failures.map(({ key }) => `“${key}”`).join(', ')
    return { code: 'error', detail: `${keys}: ${reason}`, attr: null }
  })
  const { kind = 'failed', retryAfterSeconds } = firstError instanceof AppError ? firstError : {}
  return new AppError(kind, faults, { cause: firstError, retryAfterSeconds })
}

/** A question that could not be answered, with the reason in words for people. */
export type FailedQuestion = {
  readonly key: string
  readonly reason: string
  readonly error: unknown
}

export type CollectedAnswers = {
  readonly answers: readonly AnsweredQuestion[]
  readonly failedQuestions: readonly FailedQuestion[]
}

type CollectDependencies = {
  readonly log: Pick<Log, 'error'>
  readonly signal?: AbortSignal | undefined
}

/**
 * Separates answers from failed questions, so that one bad question costs only its own answer.
 * Throws when there is no answer at all, or when the run itself was interrupted.
 */
export function collectAnswers(
  { log, signal }: CollectDependencies,
  outcomes: readonly QuestionOutcome[],
): CollectedAnswers {
  const failures = outcomes.filter((outcome) => !outcome.isOk)
  const interruption = failures.find(({ error }) => signal?.aborted || endsRun(error))
  if (interruption) throw interruption.error
  if (failures.length === outcomes.length)
    return { answers: unwrapAnswers(outcomes), failedQuestions: [] }
  for (const { key, error } of failures) {
    if (!isUserFacingError(error))
      log.error({ err: error, key }, 'a question could not be answered')
  }
  return {
    answers: outcomes.filter((outcome) => outcome.isOk).map((outcome) => outcome.value),
    failedQuestions: failures.map(({ key, error }) => ({
      key,
      reason: toUserMessage(error),
      error,
    })),
  }
}

/** Describes which questions failed and why. */
export function describeFailed(failedQuestions: readonly FailedQuestion[]): string {
  const byReason = Map.groupBy(failedQuestions, ({ reason }) => reason)
  return [...byReason]
    .map(([reason, questions]) => `${questions.map(({ key }) => `“${key}”`).join(', ')}: ${reason}`)
    .join(' ')
}
