import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openKept } from './open-kept.ts'

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

test('whoever comes within seconds finds it open; then it is closed', async () => {
  const kept = openKept()
  const { counts, open } = counting()
  const use = () => kept.use('a', open, async ({ number }) => number)

  expect([await use(), await use()]).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(4000)
  expect(await use()).toBe(1)
  expect(counts.closed).toBe(0)
  await vi.advanceTimersByTimeAsync(6000)
  expect(counts).toEqual({ opened: 1, closed: 1 })
  expect(await use()).toBe(2)
})

test('it is not closed under the hands of somebody who needs long', async () => {
  const kept = openKept()
  const { counts, open } = counting()
  const { promise, resolve } = Promise.withResolvers<void>()
  const long = kept.use('a', open, () => promise)
  await kept.use('a', open, async () => {})
  await vi.advanceTimersByTimeAsync(60_000)
  expect(counts).toEqual({ opened: 1, closed: 0 })

  resolve()
  await long
  await vi.advanceTimersByTimeAsync(6000)
  expect(counts.closed).toBe(1)
})

test('another name is another thing, what fails is told, and the end closes all', async () => {
  const kept = openKept()
  const { counts, open } = counting()
  await kept.use('a', open, async () => {})
  const failing = kept.use('b', open, () => Promise.reject(new Error('refused')))
  await expect(failing).rejects.toThrow('refused')

  await kept.close()
  expect(counts).toEqual({ opened: 2, closed: 2 })
})
