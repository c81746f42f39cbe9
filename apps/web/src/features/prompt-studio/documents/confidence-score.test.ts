import { expect, test } from 'vitest'
import { formatConfidenceScore, getAtPath } from './confidence-score.ts'

test.for([
  [undefined, 'NA'],
  [null, 'NA'],
  [[], 'NA'],
  ['0.97', 'NA'],
  [[null], 'NA'],
  [[[{ text: 'no number' }]], 'NA'],
  [[[]], '1'],
  [
    [
      [
        { confidence: '0.97', text: '41.50' },
        { confidence: '0.61', text: 'EUR' },
      ],
    ],
    '0.97',
  ],
] as const)('[PS-067] [PS-316] shows %j as %s', ([data, expected]) => {
  expect(formatConfidenceScore(data)).toBe(expected)
})

test('finds the confidence of a part of a value', () => {
  const tree = { items: [{ price: [[{ confidence: '0.81', text: '4.50' }]] }] }

  expect(formatConfidenceScore(getAtPath(tree, '$.items.0.price'))).toBe('0.81')
  expect(formatConfidenceScore(getAtPath(tree, '$.items.7.price'))).toBe('NA')
  expect(formatConfidenceScore(getAtPath(null, '$.items'))).toBe('NA')
  expect(getAtPath(tree, '$')).toBe(tree)
})
