import { expect, test } from 'vitest'
import { openSpread } from './spread.ts'

const picksOf = (count: number) => {
  const spread = openSpread<number>()
  for (let n = 0; n < count; n++) spread.add(n)
  return spread.picks
}

test.each([
  [0, []],
  [1, [0]],
  [2, [0, 1]],
  [3, [0, 1, 2]],
  [7, [0, 3, 6]],
])('of %i it picks %j first', (count, expected) => {
  expect(picksOf(count).slice(0, 3)).toEqual(expected)
})

test('of very many it keeps a few, and finds nearly the middle', () => {
  const [first, middle = 0, last, ...others] = picksOf(100_000)

  expect([first, last]).toEqual([0, 99_999])
  expect(Math.abs(middle - 50_000)).toBeLessThan(2000)
  expect(others.length).toBeLessThan(65)
})
