import { expect, test } from 'vitest'
import { indexWords } from './rank-by-words.ts'

const texts = [
  'Rechnung Nr. 7 über Äpfel',
  'The invoice number is INV-42, the invoice is due on Monday.',
  'Terms: everything is due within 30 days.',
  '請求書番号は四十二です',
]
const rankedIndexes = (question: string) =>
  indexWords(texts)
    .rank(question, 10)
    .map(({ at: index }) => index)

test('finds nothing for a question without words or without shared words', () => {
  expect(rankedIndexes('?!')).toEqual([])
  expect(rankedIndexes('zebra')).toEqual([])
  expect(indexWords([]).rank('zebra', 3)).toEqual([])
})

test('weights rare words more than frequent ones', () => {
  expect(rankedIndexes('When is the invoice due?')).toEqual([1, 2])
})

test('ignores stop words unless there are no others', () => {
  const rareTexts = [
    'what is owed is laid down',
    'the pump, the pump',
    'spare part RT-4321, RT-7',
    'pump',
  ]
  const index = indexWords(rareTexts)
  expect(index.rank('What is RT-4321 for?', 1)).toMatchObject([{ at: 2 }])
  expect(index.rank('What is?', 1)).toMatchObject([{ at: 0 }])
})

test('drops texts below the minimum share', () => {
  const index = indexWords(['the pump', 'coolant of the pump', 'pump', 'a letter'])
  expect(index.rank('antifreeze of the pump', 9).length).toBe(3)
  expect(index.rank('antifreeze of the pump', 9, 0.3)).toEqual([])
  expect(index.rank('coolant of the pump', 9, 0.3)).toMatchObject([{ at: 1 }])
})

test('ignores case and accents, and searches scripts without spaces', () => {
  expect(rankedIndexes('APFEL apfel ÄPFEL')).toEqual([0])
  expect(rankedIndexes('請求書番号')).toEqual([3])
})

test('lists the words that distinguish a text first', () => {
  expect(indexWords(texts).findDistinctiveWords(2, 2)).not.toContain('due')
})
