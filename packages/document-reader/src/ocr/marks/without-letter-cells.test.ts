import { expect, test } from 'vitest'
import type { Square } from './find-squares.ts'
import { withoutLetterCells } from './without-letter-cells.ts'

const squareAt = (left: number, top: number): Square => ({
  left,
  top,
  right: left + 30,
  bottom: top + 30,
  thickness: 1,
})
const rowOf = (count: number, pitch: number, top = 0) =>
  Array.from({ length: count }, (_, i) => squareAt(i * pitch, top))

test('three squares close to each other are cells for letters, and two are boxes', () => {
  const pair = rowOf(2, 38)
  const spacedBoxes = rowOf(3, 60, 100)

  expect(withoutLetterCells([...pair, ...spacedBoxes, ...rowOf(3, 38, 200)])).toEqual([
    ...pair,
    ...spacedBoxes,
  ])
})

test('a row of 2,000 cells is not followed to its end from each of them', () => {
  expect(withoutLetterCells(rowOf(2_000, 38))).toEqual([])
}, 60_000)
