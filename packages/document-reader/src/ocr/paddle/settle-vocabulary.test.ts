import { expect, test } from 'vitest'
import { settleVocabulary } from './settle-vocabulary.ts'

/** A letter in brackets is doubted: `[NM]` was read as N and may be M. */
function wordsOf(text: string) {
  return text.split(' ').map((word) =>
    [...word.matchAll(/\[(.)(.)\]|(.)/g)].map(([, doubtedLetter, otherLetter, sure]) => ({
      text: doubtedLetter ?? sure!,
      firstStep: 0,
      lastStep: 0,
      confidence: doubtedLetter ? 0.6 : 0.99,
      spaceBefore: 0,
      considered: new Map(otherLetter ? [[otherLetter, 0.3]] : []),
    })),
  )
}

const settle = (text: string) =>
  settleVocabulary(wordsOf(text))
    .map((word) => word.map((character) => character.text).join(''))
    .join(' ')

test('a doubted letter stays where the page has no such word, has it once only, or is sure', () => {
  expect(settle('R[NM]2.45 TOTAL')).toBe('RN2.45 TOTAL')
  expect(settle('R[NM]2.45 RM1.00')).toBe('RN2.45 RM1.00')
  expect(settle('RN2.45 RM1.00 RM3.00')).toBe('RN2.45 RM1.00 RM3.00')
  expect(settle('R[NM] RN RN RM RM')).toBe('RN RN RN RM RM')
})

test('a doubted letter follows the words that stand elsewhere on the page', () => {
  expect(settle('R[NM]2.45 RM1.00 RM3.00')).toBe('RM2.45 RM1.00 RM3.00')
  expect(settle('Co[nm]pany Company')).toBe('Company Company')
})
