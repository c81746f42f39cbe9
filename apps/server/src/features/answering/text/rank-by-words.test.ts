import { expect, test } from 'vitest'
import { indexWords } from './rank-by-words.ts'

const texts = [
  'Rechnung Nr. 7 über Äpfel',
  'The invoice number is INV-42, the invoice is due on Monday.',
  'Terms: everything is due within 30 days.',
  '請求書番号は四十二です',
]
const placesOf = (question: string) =>
  indexWords(texts)
    .rank(question, 10)
    .map(({ at }) => at)

test('a question without words, and one that shares none, finds nothing', () => {
  expect(placesOf('?!')).toEqual([])
  expect(placesOf('zebra')).toEqual([])
  expect(indexWords([]).rank('zebra', 3)).toEqual([])
})

test('rare words count more than those that stand everywhere', () => {
  expect(placesOf('When is the invoice due?')).toEqual([1, 2])
})

test('case and accents make no difference, and scripts without blanks are searched too', () => {
  expect(placesOf('APFEL apfel ÄPFEL')).toEqual([0])
  expect(placesOf('請求書番号')).toEqual([3])
})

test('the words that tell a text from the others come first', () => {
  expect(indexWords(texts).tellingWords(2, 2)).not.toContain('due')
})
