import { ReadError } from '@recto/document-text/read-error'
import { expect, test } from 'vitest'
import { AppError, badRequest } from '../../platform/app-error.ts'
import type { QuestionOutcome } from './question-outcomes.ts'
import { unwrapAnswers } from './question-outcomes.ts'

const doneOutcome = (key: string) =>
  ({ key, isOk: true, value: { key } }) as unknown as QuestionOutcome
const failedOutcome = (key: string, error: unknown): QuestionOutcome => ({
  key,
  isOk: false,
  error,
})
const rateLimitError = () =>
  new AppError('over-limit', [{ code: 'error', detail: 'Too many.', attr: null }], {
    retryAfterSeconds: 7,
  })

function catchError(...outcomes: readonly QuestionOutcome[]): unknown {
  try {
    return unwrapAnswers(outcomes)
  } catch (error) {
    return error
  }
}

test('throws a failure that all questions share unchanged', () => {
  const firstError = rateLimitError()
  const secondError = rateLimitError()

  expect(catchError(failedOutcome('a', firstError), failedOutcome('b', secondError))).toBe(
    firstError,
  )
})

test('names the failed questions when others have answers, grouped by reason', () => {
  const error = catchError(
    failedOutcome('a', rateLimitError()),
    doneOutcome('b'),
    failedOutcome('c', badRequest('No such page.')),
    failedOutcome('d', rateLimitError()),
  )

  expect(error).toMatchObject({
    name: 'AppError',
    kind: 'over-limit',
    retryAfterSeconds: 7,
    message: '“a”, “d”: Too many. “c”: No such page.',
  })
})

test('throws an unexpected error rather than one that can be explained', () => {
  const bug = new TypeError('x is not a function')

  expect(
    catchError(failedOutcome('a', rateLimitError()), failedOutcome('b', bug), doneOutcome('c')),
  ).toBe(bug)
})

test('reports an explained error that is no AppError as a server failure', () => {
  const error = catchError(
    doneOutcome('a'),
    failedOutcome('b', new ReadError('interrupted', 'The reader was stopped.')),
  )

  expect(error).toMatchObject({ kind: 'failed', message: '“b”: The reader was stopped.' })
})

test('returns answers in the order of the questions', () => {
  expect(unwrapAnswers([doneOutcome('b'), doneOutcome('a')]).map(({ key }) => key)).toEqual([
    'b',
    'a',
  ])
})
