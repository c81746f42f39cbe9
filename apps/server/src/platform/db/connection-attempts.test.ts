import { expect, test } from 'vitest'
import { createConnectionAttempts } from './connection-attempts.ts'

const refusedError = new Error('connect ECONNREFUSED')

/** A server that can be unreachable, and a clock. */
function openStory() {
  let seconds = 0
  let isAway = true
  let attemptCount = 0
  const attempts = createConnectionAttempts(() => seconds * 1000)
  return {
    connect: () =>
      attempts.run(async () => {
        attemptCount += 1
        if (isAway) throw refusedError
        return 'connected'
      }),
    pass: (milliseconds: number) => {
      seconds += milliseconds
    },
    return: () => {
      isAway = false
    },
    get tried() {
      return attemptCount
    },
  }
}

test('many callers of an unreachable server cause few attempts, and each gets the reason', async () => {
  const story = openStory()
  for (let turn = 0; turn < 1000; turn++) {
    await expect(story.connect()).rejects.toBe(refusedError)
    story.pass(0.01)
  }

  // Attempts within ten seconds come quickly at first and then every half to whole second.
  expect(story.tried).toBeGreaterThan(9)
  expect(story.tried).toBeLessThan(25)
})

test('only one attempt at a time tests whether the server is back', async () => {
  const story = openStory()
  await expect(story.connect()).rejects.toBe(refusedError)
  story.pass(1)

  await Promise.allSettled([story.connect(), story.connect(), story.connect()])

  expect(story.tried).toBe(2)
})

test('all callers connect again once one attempt succeeds', async () => {
  const story = openStory()
  await expect(story.connect()).rejects.toBe(refusedError)
  story.return()
  await expect(story.connect()).rejects.toBe(refusedError)
  story.pass(1)

  expect(await story.connect()).toBe('connected')
  expect(await Promise.all([story.connect(), story.connect()])).toEqual(['connected', 'connected'])
})
