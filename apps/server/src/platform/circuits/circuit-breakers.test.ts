import { expect, test } from 'vitest'
import { CircuitOpenError, openCircuits } from './circuit-breakers.ts'

class AwayError extends Error {}

/** Creates circuit breakers, with their events and a counter of calls. */
function openStory() {
  const circuits = openCircuits({ failures: 2, firstPauseSeconds: 0.02, maxPauseSeconds: 0.04 })
  const events: string[] = []
  let callCount = 0
  const call = (outcome: Error | string, name = 'model') =>
    circuits
      .run(
        name,
        async () => {
          callCount += 1
          if (outcome instanceof Error) throw outcome
          return outcome
        },
        {
          isOutage: (error) => error instanceof AwayError,
          onOpen: (pause) => events.push(`open ${pause}`),
          onClose: () => events.push('closed'),
        },
      )
      .catch((error: unknown) => error)
  return { call, told: events, made: () => callCount }
}

test('a rejected call does not suspend the next ones', async () => {
  const { call, told: events, made: callCount } = openStory()
  for (let i = 0; i < 5; i++) await call(new Error('refused'))

  expect(callCount()).toBe(5)
  expect(events).toEqual([])
})

test('suspends calls to a service after several failures in a row, and not to others', async () => {
  const { call, made: callCount } = openStory()
  for (let i = 0; i < 4; i++) await call(new AwayError())

  expect(await call('hello')).toBeInstanceOf(CircuitOpenError)
  expect(callCount()).toBe(2)
  expect(await call('hello', 'other')).toBe('hello')
})

test('does not count a failure between successes', async () => {
  const { call, told: events } = openStory()
  for (let i = 0; i < 4; i++) {
    await call(new AwayError())
    await call('hello')
  }

  expect(events).toEqual([])
})

test('tests the service after growing pauses until it responds', async () => {
  const { call, told: events } = openStory()
  for (let i = 0; i < 2; i++) await call(new AwayError())
  await expect.poll(() => call(new AwayError())).toBeInstanceOf(AwayError)
  await expect.poll(() => call('back')).toBe('back')

  expect(events).toEqual(['open 0.02', 'open 0.04', 'closed'])
  expect(await call('hello')).toBe('hello')
})
