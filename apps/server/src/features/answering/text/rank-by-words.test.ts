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

test('the words that questions are made of do not count, unless there are no others', () => {
  const rare = [
    'what is owed is laid down',
    'the pump, the pump',
    'spare part RT-4321, RT-7',
    'pump',
  ]
  const index = indexWords(rare)
  expect(index.rank('What is RT-4321 for?', 1)).toMatchObject([{ at: 2 }])
  expect(index.rank('What is?', 1)).toMatchObject([{ at: 0 }])
})

test('what shares little of a question is left out where that is asked', () => {
  const index = indexWords(['the pump', 'coolant of the pump', 'pump', 'a letter'])
  expect(index.rank('antifreeze of the pump', 9).length).toBe(3)
  expect(index.rank('antifreeze of the pump', 9, 0.3)).toEqual([])
  expect(index.rank('coolant of the pump', 9, 0.3)).toMatchObject([{ at: 1 }])
})

test('case and accents make no difference, and scripts without blanks are searched too', () => {
  expect(placesOf('APFEL apfel ÄPFEL')).toEqual([0])
  expect(placesOf('請求書番号')).toEqual([3])
})

test('the words that tell a text from the others come first', () => {
  expect(indexWords(texts).tellingWords(2, 2)).not.toContain('due')
})
