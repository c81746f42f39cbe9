import { expect, test } from 'vitest'
import { fuseReadings } from './fuse-readings.ts'

/** Letters of ten pixels. */
function word(text: string, x: number, confidence = 0.9, y = 100) {
  return { text, box: [x, y, x + text.length * 10, y + 20] as const, confidence }
}
const textsOf = (...readings: ReturnType<typeof word>[][]) =>
  fuseReadings(readings).map(({ text }) => text)

test('a single reading stays as it is, and none says nothing', () => {
  expect(textsOf([word('Total', 0, 0.1)])).toEqual(['Total'])
  expect(textsOf()).toEqual([])
  expect(textsOf([], [])).toEqual([])
})

test('two readings that agree beat a third that is surer', () => {
  expect(
    textsOf([word('RM4.00', 0, 0.7)], [word('RM4.00', 2, 0.8)], [word('RN4.00', 1, 0.95)]),
  ).toEqual(['RM4.00'])
})

test('of two readings the surer one wins, and of words cut in two the one that lost no letter', () => {
  expect(textsOf([word('Bil1', 0, 0.5)], [word('Bill', 0, 0.9)])).toEqual(['Bill'])
  expect(textsOf([word('12', 0, 0.8), word('50', 40, 0.8)], [word('12.50', 5, 0.8)])).toEqual([
    '12.50',
  ])
})

test('a word that one reading alone sees is kept unless it is doubted', () => {
  expect(textsOf([word('Total', 0)], [word('Total', 0), word('9.50', 200, 0.8)])).toEqual([
    'Total',
    '9.50',
  ])
  expect(textsOf([word('Total', 0)], [word('Total', 0), word('~;', 200, 0.2)])).toEqual(['Total'])
})

test('words of neighbouring lines are never alternatives', () => {
  const upperWord = word('Oranges', 0, 0.9, 100)
  const lowerWord = word('Lemons', 0, 0.9, 118)

  expect(textsOf([upperWord], [lowerWord])).toEqual(['Oranges', 'Lemons'])
})
