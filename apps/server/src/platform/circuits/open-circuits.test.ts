import { expect, test } from 'vitest'
import { CircuitOpenError, openCircuits } from './open-circuits.ts'

class AwayError extends Error {}

/** Circuits with what they told, and calls that are counted. */
function openStory() {
  const circuits = openCircuits({ failures: 2, firstPauseSeconds: 0.02, maxPauseSeconds: 0.04 })
  const told: string[] = []
  let made = 0
  const call = (outcome: Error | string, name = 'model') =>
    circuits
      .run(
        name,
        async () => {
          made += 1
          if (outcome instanceof Error) throw outcome
          return outcome
        },
        {
          isOutage: (error) => error instanceof AwayError,
          onOpen: (pause) => told.push(`open ${pause}`),
          onClose: () => told.push('closed'),
        },
      )
      .catch((error: unknown) => error)
  return { call, told, made: () => made }
}

test('what refuses a call is asked again at once', async () => {
  const { call, told, made } = openStory()
  for (let i = 0; i < 5; i++) await call(new Error('refused'))

  expect(made()).toBe(5)
  expect(told).toEqual([])
})

test('what does not answer several times in a row is not asked, others are', async () => {
  const { call, made } = openStory()
  for (let i = 0; i < 4; i++) await call(new AwayError())

  expect(await call('hello')).toBeInstanceOf(CircuitOpenError)
  expect(made()).toBe(2)
  expect(await call('hello', 'other')).toBe('hello')
})

test('a failure between answers does not count', async () => {
  const { call, told } = openStory()
  for (let i = 0; i < 4; i++) {
    await call(new AwayError())
    await call('hello')
  }

  expect(told).toEqual([])
})

test('it is tried after a pause, longer each time, until it answers', async () => {
  const { call, told } = openStory()
  for (let i = 0; i < 2; i++) await call(new AwayError())
  await expect.poll(() => call(new AwayError())).toBeInstanceOf(AwayError)
  await expect.poll(() => call('back')).toBe('back')

  expect(told).toEqual(['open 0.02', 'open 0.04', 'closed'])
  expect(await call('hello')).toBe('hello')
})
