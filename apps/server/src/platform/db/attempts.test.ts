import { expect, test } from 'vitest'
import { openAttempts } from './attempts.ts'

const refused = new Error('connect ECONNREFUSED')

/** A server that can be away, and a clock. */
function openStory() {
  let seconds = 0
  let isAway = true
  let tried = 0
  const attempts = openAttempts(() => seconds * 1000)
  return {
    connect: () =>
      attempts.run(async () => {
        tried += 1
        if (isAway) throw refused
        return 'connected'
      }),
    pass: (more: number) => {
      seconds += more
    },
    return: () => {
      isAway = false
    },
    get tried() {
      return tried
    },
  }
}

test('many who ask for a server that is away make few attempts, and each hears why', async () => {
  const story = openStory()
  for (let turn = 0; turn < 1000; turn++) {
    await expect(story.connect()).rejects.toBe(refused)
    story.pass(0.01)
  }

  // In ten seconds: quickly at first, then every half to whole second.
  expect(story.tried).toBeGreaterThan(9)
  expect(story.tried).toBeLessThan(25)
})

test('only one at a time tries whether it is back', async () => {
  const story = openStory()
  await expect(story.connect()).rejects.toBe(refused)
  story.pass(1)

  await Promise.allSettled([story.connect(), story.connect(), story.connect()])

  expect(story.tried).toBe(2)
})

test('everybody connects again once one could', async () => {
  const story = openStory()
  await expect(story.connect()).rejects.toBe(refused)
  story.return()
  await expect(story.connect()).rejects.toBe(refused)
  story.pass(1)

  expect(await story.connect()).toBe('connected')
  expect(await Promise.all([story.connect(), story.connect()])).toEqual(['connected', 'connected'])
})
