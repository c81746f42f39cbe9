import { expect, test } from 'vitest'
import { openProcessCache } from './process-cache.ts'

/** Work on one file that says how it was begun and ended, and that goes on until it is told. */
function openWork() {
  const cache = openProcessCache()
  const signals: AbortSignal[] = []
  const { promise, resolve } = Promise.withResolvers<string>()
  const run = (signal: AbortSignal) => {
    signals.push(signal)
    return promise
  }
  const join = (signal?: AbortSignal) => cache.join('a', run, signal)
  return { signals, join, finish: () => resolve('done') }
}

const reason = new Error('The file was cancelled.')

test('one who leaves waits no longer, and the others get the result', async () => {
  const { signals, join, finish } = openWork()
  const leaving = new AbortController()
  const [left, ...others] = [join(leaving.signal), join(new AbortController().signal), join()]

  leaving.abort(reason)
  await expect(left).rejects.toBe(reason)
  const late = join()
  finish()

  expect(await Promise.all([...others, late])).toEqual(['done', 'done', 'done'])
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
})

test('work that nobody waits for is ended, and who comes then begins anew', async () => {
  const { signals, join, finish } = openWork()
  const [one, other] = [new AbortController(), new AbortController()]
  const left = Promise.allSettled([join(one.signal), join(other.signal)])

  one.abort(reason)
  expect(signals[0]?.aborted).toBe(false)
  other.abort(reason)
  expect(signals[0]).toMatchObject({ aborted: true, reason })
  expect((await left).map(({ status }) => status)).toEqual(['rejected', 'rejected'])

  const next = join()
  finish()
  expect(await next).toBe('done')
  expect(signals).toHaveLength(2)
})

test('one who has left already begins nothing', async () => {
  const { signals, join } = openWork()

  await expect(join(AbortSignal.abort(reason))).rejects.toBe(reason)
  expect(signals).toEqual([])
})
