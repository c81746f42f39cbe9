import { expect, test } from 'vitest'
import type { OcrWord } from './ocr-engine.ts'
import { restoreLetters } from './restore-letters.ts'

const word = (text: string, x: number, confidence = 0.9): OcrWord => ({
  text,
  confidence,
  quad: [
    [x, 10],
    [x + 50, 10],
    [x + 50, 30],
    [x, 30],
  ],
})
const textsOf = (words: readonly OcrWord[]) => words.map(({ text }) => text)

test('nothing changes where the engines read different words, or one doubts', () => {
  const read = [word('41,50', 0), word('uber', 100), word('Total', 200)]
  const otherDigit = word('47,50', 0)
  const doubtful = word('über', 100, 0.3)
  const otherWord = word('Zöllö', 200)
  const elsewhere = word('über', 900)

  const restored = restoreLetters(read, [otherDigit, doubtful, otherWord, elsewhere])

  expect(textsOf(restored)).toEqual(['41,50', 'uber', 'Total'])
})

test('letters that the alphabet lacks come from the word in the same place', () => {
  const read = [word('Grube', 0), word('Munchen', 100), word('f9.00', 200), word('plain', 300)]
  const informed = [word('München', 102), word('£9.00', 198), word('Grüße', 3), word('plain', 300)]

  const restored = restoreLetters(read, informed)

  expect(textsOf(restored)).toEqual(['Grüße', 'München', '£9.00', 'plain'])
  expect(restored[0]?.quad).toEqual(read[0]?.quad)
})
