import { expect, test } from 'vitest'
import { gather } from './gather.ts'

/** Rounds that end when they are told to. */
function openRounds() {
  const rounds: { readonly items: readonly string[]; end(): void }[] = []
  const ask = gather<string, string>(async (items) => {
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

test('what is asked for during a round is done together in the next, and each gets its own result', async () => {
  const { ask, rounds, endNext } = openRounds()
  const first = ask('a')
  await expect.poll(() => rounds.length).toBe(1)
  const others = Promise.all([ask('b'), ask('c')])
  await endNext(0)
  await endNext(1)

  expect(await first).toBe('A')
  expect(await others).toEqual(['B', 'C'])
  expect(rounds.map(({ items }) => items)).toEqual([['a'], ['b', 'c']])
})

test('one that fails leaves the others theirs', async () => {
  const { ask, endNext } = openRounds()
  const all = Promise.allSettled([ask('a'), ask('bad'), ask('c')])
  for (const round of [0, 1, 2, 3]) await endNext(round)

  expect(await all).toMatchObject([{ value: 'A' }, { reason: new Error('bad') }, { value: 'C' }])
})
