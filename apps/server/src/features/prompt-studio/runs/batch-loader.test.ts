import { expect, test } from 'vitest'
import { createBatchLoader } from './batch-loader.ts'

/** Creates a loader whose batches end on demand. */
function openRounds() {
  const rounds: { readonly items: readonly string[]; end(): void }[] = []
  const ask = createBatchLoader<string, string>(async (items) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    rounds.push({ items, end: resolve })
    await promise
    if (items.includes('bad')) throw new Error('bad')
    return items.map((item) => item.toUpperCase())
  })
  const endNext = async (place: number) => {
    await expect.poll(() => rounds.length).toBeGreaterThan(place)
    rounds[place]?.end()
  }
  return { ask, rounds, endNext }
}

test('loads items requested during a batch together in the next one, each with its own result', async () => {
  const { ask, rounds, endNext } = openRounds()
  const first = ask('a')
  await expect.poll(() => rounds.length).toBe(1)
  const otherResults = Promise.all([ask('b'), ask('c')])
  await endNext(0)
  await endNext(1)

  expect(await first).toBe('A')
  expect(await otherResults).toEqual(['B', 'C'])
  expect(rounds.map(({ items }) => items)).toEqual([['a'], ['b', 'c']])
})

test('keeps the results of other items if one fails', async () => {
  const { ask, endNext } = openRounds()
  const all = Promise.allSettled([ask('a'), ask('bad'), ask('c')])
  for (const round of [0, 1, 2, 3]) await endNext(round)

  expect(await all).toMatchObject([{ value: 'A' }, { reason: new Error('bad') }, { value: 'C' }])
})
