import { expect, test } from 'vitest'
import { isDoubted } from './doubted-lines.ts'

function read(text: string, confidence = 0.9) {
  return [...text].map((letter, step) => ({
    text: letter,
    firstStep: step,
    lastStep: step,
    confidence,
    spaceBefore: 0,
  }))
}

test('a line whose letters are sure is not read again', () => {
  expect(isDoubted(read('Total due 12.50'))).toBe(false)
  expect(isDoubted(read('E3 pieces per C4'))).toBe(false)
})

test('a guessed letter is doubted, and what may be a sign of money beside an amount', () => {
  expect(isDoubted(read('Total', 0.4))).toBe(true)
  expect(isDoubted(read('E1,240.50'))).toBe(true)
  expect(isDoubted(read('235,70 C'))).toBe(true)
})
