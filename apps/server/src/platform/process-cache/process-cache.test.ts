import { expect, test } from 'vitest'
import { openProcessCache } from './process-cache.ts'

/** Work that counts its starts and aborts, and runs until it is told to end. */
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

test('an aborted caller stops waiting, and the others get the result', async () => {
  const { signals, join, finish } = openWork()
  const controller = new AbortController()
  const abandonedResult = join(controller.signal)
  const otherResults = [join(new AbortController().signal), join()]

  controller.abort(reason)
  await expect(abandonedResult).rejects.toBe(reason)
  const late = join()
  finish()

  expect(await Promise.all([...otherResults, late])).toEqual(['done', 'done', 'done'])
  expect(signals.map(({ aborted: isAborted }) => isAborted)).toEqual([false])
})

test('aborts work that nobody waits for, and the next caller starts new work', async () => {
  const { signals, join, finish } = openWork()
  const firstCaller = new AbortController()
  const secondCaller = new AbortController()
  const left = Promise.allSettled([join(firstCaller.signal), join(secondCaller.signal)])

  firstCaller.abort(reason)
  expect(signals[0]?.aborted).toBe(false)
  secondCaller.abort(reason)
  expect(signals[0]).toMatchObject({ aborted: true, reason })
  expect((await left).map(({ status }) => status)).toEqual(['rejected', 'rejected'])

  const next = join()
  finish()
  expect(await next).toBe('done')
  expect(signals).toHaveLength(2)
})

test('an already aborted caller starts no work', async () => {
  const { signals, join } = openWork()

  await expect(join(AbortSignal.abort(reason))).rejects.toBe(reason)
  expect(signals).toEqual([])
})
