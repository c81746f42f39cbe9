import { expect, test } from 'vitest'
import { inkProfile } from './ink-profile.ts'

const width = 200
const height = 48

type Area = readonly [left: number, top: number, width: number, height: number]

const profileOf = (areas: readonly Area[]) => {
  const values = new Float32Array(width * height).fill(255)
  for (const [left, top, wide, high] of areas)
    for (let y = top; y < top + high; y++) values.fill(0, y * width + left, y * width + left + wide)
  return inkProfile({ width, height, channels: 1, values })
}

/** A double rule, or a row of equals signs. */
const rules: readonly Area[] = [
  [2, 14, 196, 4],
  [2, 30, 196, 4],
]

test('a line of nothing but rules has their ink', () => {
  const { columns, top, bottom } = profileOf(rules)

  expect(columns.filter((ink) => ink > 0)).toHaveLength(196)
  expect([top, bottom]).toEqual([14, 34])
})

test.each<[string, Area]>([
  ['letters', [40, 10, 100, 20]],
  ['a single digit', [90, 10, 4, 20]],
])('%s between rules have theirs alone', (_, letters) => {
  const [left, top, wide, high] = letters
  const profile = profileOf([[2, 2, 196, 3], letters, [2, 42, 196, 3]])

  expect(profile.columns.filter((ink) => ink > 0)).toHaveLength(wide)
  expect(profile.columns[left]).toBe(high)
  expect([profile.top, profile.bottom]).toEqual([top, top + high])
})
