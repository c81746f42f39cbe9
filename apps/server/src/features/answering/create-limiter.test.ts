import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLimiter } from './create-limiter.ts'
import { toOutcome } from './question-outcomes.ts'

test('frees the slot of failed work', async () => {
  const run = createLimiter(1)
  const error = new Error('It broke.')

  const outcomes = await Promise.all([
    toOutcome(() => run(() => Promise.reject(error))),
    toOutcome(() => run(async () => 'done')),
  ])

  expect(outcomes).toEqual([
    { isDone: false, error },
    { isDone: true, value: 'done' },
  ])
})

test('runs no more work at a time than the limit, in order of arrival', async () => {
  const run = createLimiter(3)
  const startedNumbers: number[] = []
  let runningCount = 0
  let maxRunning = 0
  const work = async (id: number) => {
    startedNumbers.push(id)
    runningCount += 1
    maxRunning = Math.max(maxRunning, runningCount)
    await setImmediate()
    runningCount -= 1
  }

  await Promise.all([1, 2, 3, 4, 5, 6, 7].map((number) => run(() => work(number))))

  expect(startedNumbers).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(maxRunning).toBe(3)
})
