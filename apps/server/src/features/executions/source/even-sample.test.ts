import { expect, test } from 'vitest'
import { createEvenSample } from './even-sample.ts'

const samplePicks = (count: number) => {
  const sample = createEvenSample<number>()
  for (let item = 0; item < count; item++) sample.add(item)
  return sample.picks
}

test.each([
  [0, []],
  [1, [0]],
  [2, [0, 1]],
  [3, [0, 1, 2]],
  [7, [0, 3, 6]],
])('picks %j from %i items first', (count, firstPicks) => {
  expect(samplePicks(count).slice(0, 3)).toEqual(firstPicks)
})

test('stores few of very many items, and finds approximately the middle one', () => {
  const [first, middle = 0, last, ...otherPicks] = samplePicks(100_000)

  expect([first, last]).toEqual([0, 99_999])
  expect(Math.abs(middle - 50_000)).toBeLessThan(2000)
  expect(otherPicks.length).toBeLessThan(65)
})
