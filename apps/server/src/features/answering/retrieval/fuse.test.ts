import { expect, test } from 'vitest'
import { fuse } from './fuse.ts'

const passages = (...places: number[]) => places.map((at) => ({ at, text: `chunk ${at}` }))
const placesOf = (...rankings: number[][]) =>
  fuse(
    rankings.map((ranking) => passages(...ranking)),
    3,
  ).map(({ at }) => at)

test('nothing of nothing', () => {
  expect(placesOf()).toEqual([])
  expect(placesOf([], [])).toEqual([])
})

test('what several rankings have comes before what one has, each once', () => {
  expect(placesOf([1, 2, 3], [4, 2, 5])).toEqual([2, 1, 4])
})

test('one ranking stays as it is, and no more than was asked for', () => {
  expect(placesOf([5, 4, 3, 2])).toEqual([5, 4, 3])
})
