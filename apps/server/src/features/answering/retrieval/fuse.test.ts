import { expect, test } from 'vitest'
import { fuseRankings } from './fuse.ts'

const toExcerpts = (...places: number[]) =>
  places.map((index) => ({ at: index, text: `chunk ${index}` }))
const fusedIndexes = (...rankings: number[][]) =>
  fuseRankings(
    rankings.map((ranking) => toExcerpts(...ranking)),
    3,
  ).map(({ at: index }) => index)

test('returns nothing for empty rankings', () => {
  expect(fusedIndexes()).toEqual([])
  expect(fusedIndexes([], [])).toEqual([])
})

test('ranks an excerpt of several rankings first, and lists each once', () => {
  expect(fusedIndexes([1, 2, 3], [4, 2, 5])).toEqual([2, 1, 4])
})

test('keeps the order of a single ranking and applies the limit', () => {
  expect(fusedIndexes([5, 4, 3, 2])).toEqual([5, 4, 3])
})
