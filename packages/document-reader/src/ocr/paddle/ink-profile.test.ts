import { expect, test } from 'vitest'
import { drawLinePicture, type InkArea } from '../../testing/draw-line-picture.ts'
import { inkProfile } from './ink-profile.ts'

const profileOf = (areas: readonly InkArea[]) => inkProfile(drawLinePicture(areas, 200))

/** A double rule, or a row of equals signs. */
const rules: readonly InkArea[] = [
  [2, 14, 196, 4],
  [2, 30, 196, 4],
]

test('a line of nothing but rules has their ink', () => {
  const { columns, top, bottom } = profileOf(rules)

  expect(columns.filter((ink) => ink > 0)).toHaveLength(196)
  expect([top, bottom]).toEqual([14, 34])
})

test.each<[string, InkArea]>([
  ['letters', [40, 10, 100, 20]],
  ['a single digit', [90, 10, 4, 20]],
])('%s between rules have theirs alone', (_, letters) => {
  const [left, top, wide, high] = letters
  const profile = profileOf([[2, 2, 196, 3], letters, [2, 42, 196, 3]])

  expect(profile.columns.filter((ink) => ink > 0)).toHaveLength(wide)
  expect(profile.columns[left]).toBe(high)
  expect([profile.top, profile.bottom]).toEqual([top, top + high])
})
