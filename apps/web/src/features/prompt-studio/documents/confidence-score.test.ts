import { expect, test } from 'vitest'
import { atPath, confidenceScore } from './confidence-score.ts'

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
] as const)('[PS-067] [PS-316] %j is shown as %s', ([data, shown]) => {
  expect(confidenceScore(data)).toBe(shown)
})

test('a part of a value has its own', () => {
  const tree = { items: [{ price: [[{ confidence: '0.81', text: '4.50' }]] }] }

  expect(confidenceScore(atPath(tree, '$.items.0.price'))).toBe('0.81')
  expect(confidenceScore(atPath(tree, '$.items.7.price'))).toBe('NA')
  expect(confidenceScore(atPath(null, '$.items'))).toBe('NA')
  expect(atPath(tree, '$')).toBe(tree)
})
