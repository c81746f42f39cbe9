import { expect, test } from 'vitest'
import { scoreNumbers } from './number-scores.ts'

test('points are lost where a number is shorter, and invented where it is longer', () => {
  expect(scoreNumbers('12.50 and 1,234', '1250 and 1.2,34')).toEqual({
    count: 2,
    right: 0,
    inventedPoints: 1,
    lostPoints: 1,
  })
})

test('a comma for a point is wrong, but no lost point', () => {
  expect(scoreNumbers('12.50', '12,50')).toEqual({
    count: 1,
    right: 0,
    inventedPoints: 0,
    lostPoints: 0,
  })
})
