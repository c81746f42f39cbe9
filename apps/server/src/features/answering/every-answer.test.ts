import { ReadError } from '@recto/document-text/read-error'
import { expect, test } from 'vitest'
import { AppError, badRequest } from '../../platform/app-error.ts'
import type { QuestionOutcome } from './answer-questions.ts'
import { everyAnswer } from './every-answer.ts'

const answered = (key: string) =>
  ({ key, isDone: true, value: { key } }) as unknown as QuestionOutcome
const failing = (key: string, error: unknown): QuestionOutcome => ({ key, isDone: false, error })
const limited = () =>
  new AppError('over-limit', [{ code: 'error', detail: 'Too many.', attr: null }], {
    retryAfterSeconds: 7,
  })

function thrown(...outcomes: readonly QuestionOutcome[]): unknown {
  try {
    return everyAnswer(outcomes)
  } catch (error) {
    return error
  }
}

test('a failure that all questions share is thrown as it is', () => {
  const [first, second] = [limited(), limited()]

  expect(thrown(failing('a', first), failing('b', second))).toBe(first)
})

test('failures beside answers are named by their questions, those of one reason together', () => {
  const error = thrown(
    failing('a', limited()),
    answered('b'),
    failing('c', badRequest('No such page.')),
    failing('d', limited()),
  )

  expect(error).toMatchObject({
    name: 'AppError',
    kind: 'over-limit',
    retryAfterSeconds: 7,
    message: '“a”, “d”: Too many. “c”: No such page.',
  })
})

test('what nobody foresaw comes before all that can be explained', () => {
  const bug = new TypeError('x is not a function')

  expect(thrown(failing('a', limited()), failing('b', bug), answered('c'))).toBe(bug)
})

test('another error that can be explained is our failure and not the caller’s', () => {
  const error = thrown(answered('a'), failing('b', new ReadError('timed-out', 'It took long.')))

  expect(error).toMatchObject({ kind: 'failed', message: '“b”: It took long.' })
})

test('answers come in the order of the questions', () => {
  expect(everyAnswer([answered('b'), answered('a')]).map(({ key }) => key)).toEqual(['b', 'a'])
})
