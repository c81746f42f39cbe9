import { expect, test } from 'vitest'
import type { OcrCheckbox, OcrWord } from './ocr-engine.ts'
import { withoutBoxLetters } from './without-box-letters.ts'

function word(text: string, x0: number, x1: number): OcrWord {
  return {
    text,
    confidence: 0.9,
    quad: [
      [x0, 100],
      [x1, 100],
      [x1, 120],
      [x0, 120],
    ],
  }
}

const box: OcrCheckbox = { box: [50, 100, 70, 120], isChecked: false, confidence: 0.9 }

const readBeside = (...words: OcrWord[]) =>
  withoutBoxLetters(words, [box]).map(({ text, quad }) => ({ text, start: Math.round(quad[0][0]) }))

test('words beside a check box stay as they are', () => {
  expect(readBeside(word('DO', 0, 40), word('OD', 80, 120))).toEqual([
    { text: 'DO', start: 0 },
    { text: 'OD', start: 80 },
  ])
})

test('a letter that is the check box goes, alone or before its label', () => {
  expect(readBeside(word('O', 49, 71))).toEqual([])
  expect(readBeside(word('OYes', 50, 130))).toEqual([{ text: 'Yes', start: 70 }])
})

test('a label that was boxed together with its check box keeps all its letters', () => {
  expect(readBeside(word('Paid', 48, 128))).toEqual([{ text: 'Paid', start: 70 }])
})
