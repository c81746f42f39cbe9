import { expect, test } from 'vitest'
import { chooseWordSets, listProbedWords, toSimilarWords, toWordRange } from './choose-words.ts'

test('a name is searched by its words, and by those that two of them make together', () => {
  expect(listProbedWords('nord west ag logistik')).toEqual([
    'nord',
    'west',
    'logistik',
    'nordwest',
    'westag',
    'aglogistik',
  ])
})

test('a word has the ranges of the words that begin or end as it does; a short one has none', () => {
  expect(toWordRange('logistik')).toMatchObject({
    from: 'logi',
    to: 'logj',
    reversed_from: 'kits',
    reversed_to: 'kitt',
  })
  expect(toWordRange('mill')).toMatchObject({ word: 'mill', from: '', to: '' })
})

const toFoundWord = (documentWord: string, word: string, row_count: number) => ({
  probed: documentWord,
  word,
  row_count,
})

test('rare words find rows alone, and common ones together', () => {
  const similarWords = toSimilarWords([
    toFoundWord('harbuor', 'harbour', 12),
    toFoundWord('harbuor', 'harvest', 3),
    toFoundWord('bau', 'bau', 9000),
    toFoundWord('logistik', 'logistik', 5000),
    toFoundWord('logistik', 'logistic', 700),
  ])
  expect(chooseWordSets('harbuor bau logistik', similarWords)).toEqual({
    rare: [['harbour']],
    common: [
      ['bau', 'logistik'],
      ['bau', 'logistic'],
    ],
  })
  expect(chooseWordSets('harbuor bau', similarWords)).toEqual({ rare: [['harbour']], common: [] })
  expect(chooseWordSets('bau', similarWords)).toEqual({ rare: [], common: [['bau']] })
})

test('long words that differ in three letters are not similar', () => {
  const similarWords = toSimilarWords([
    toFoundWord('packaginginteriors', 'packagingexteriors', 5),
    toFoundWord('packaginginteriors', 'packagingexperiors', 5),
  ])
  expect(similarWords.get('packaginginteriors')?.map(({ word }) => word)).toEqual([
    'packagingexteriors',
  ])
})
