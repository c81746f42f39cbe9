import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnectionCache } from './connection-cache.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function counting() {
  const counts = { opened: 0, closed: 0 }
  const open = () => {
    counts.opened += 1
    return {
      number: counts.opened,
      close: async () => {
        counts.closed += 1
      },
    }
  }
  return { counts, open }
}

test('keeps a connection open for a few seconds after its last use', async () => {
  const cache = createConnectionCache()
  const { counts, open } = counting()
  const use = () => cache.use('a', open, async ({ number }) => number)

  expect([await use(), await use()]).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(4000)
  expect(await use()).toBe(1)
  expect(counts.closed).toBe(0)
  await vi.advanceTimersByTimeAsync(6000)
  expect(counts).toEqual({ opened: 1, closed: 1 })
  expect(await use()).toBe(2)
})

test('does not close a connection that is in use for long', async () => {
  const cache = createConnectionCache()
  const { counts, open } = counting()
  const { promise, resolve } = Promise.withResolvers<void>()
  const long = cache.use('a', open, () => promise)
  await cache.use('a', open, async () => {})
  await vi.advanceTimersByTimeAsync(60_000)
  expect(counts).toEqual({ opened: 1, closed: 0 })

  resolve()
  await long
  await vi.advanceTimersByTimeAsync(6000)
  expect(counts.closed).toBe(1)
})

test('opens one connection per name, rethrows errors, and closes all at the end', async () => {
  const cache = createConnectionCache()
  const { counts, open } = counting()
  await cache.use('a', open, async () => {})
  const failure = cache.use('b', open, () => Promise.reject(new Error('refused')))
  await expect(failure).rejects.toThrow('refused')

  await cache.close()
  expect(counts).toEqual({ opened: 2, closed: 2 })
})
