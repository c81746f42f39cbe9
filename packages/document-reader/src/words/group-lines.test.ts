import { lineText } from '@recto/document-text/page-lines'
import { expect, test } from 'vitest'
import { groupLines } from './group-lines.ts'
import type { PlacedWord } from './group-words.ts'

/** Upright 10-point text, five points a letter, from a start on a base line. */
function word(text: string, start: number, across = 100, endsHard = true): PlacedWord {
  const end = start + text.length * 5
  return {
    word: { text, box: [start, across - 8, end, across + 2], confidence: 1, origin: 'native' },
    angle: 0,
    alongStart: start,
    alongEnd: end,
    baseLine: across,
    size: 10,
    endsHard,
  }
}

function linesOf(...words: PlacedWord[]): string[] {
  const page = { number: 0, width: 600, height: 800, rotation: 0, ...groupLines(words) } as const
  return page.lines.map((line) => lineText(page, line))
}

test('words close to one base line are one line, from left to right', () => {
  expect(linesOf(word('42.00', 300, 101), word('Total', 50), word('next', 50, 112))).toEqual([
    'Total 42.00',
    'next',
  ])
})

test('a slightly skewed line stays one line', () => {
  const skewed = [0, 1, 2, 3, 4].map((i) => word(`w${i}`, i * 100, 100 + i * 3))

  expect(linesOf(...skewed)).toEqual(['w0 w1 w2 w3 w4'])
})

test('words above each other are never one line', () => {
  expect(linesOf(word('above', 50, 100), word('below', 50, 103))).toEqual(['above', 'below'])
})

test('pieces that touch become one word unless the file spells a space between', () => {
  expect(linesOf(word('Inv', 50, 100, false), word('oice', 65))).toEqual(['Invoice'])
  expect(linesOf(word('Inv', 50, 100, true), word('oice', 65))).toEqual(['Inv oice'])
})

test('a line of Arabic is read from the right, its numbers and Latin words as they stand', () => {
  expect(
    linesOf(
      word('Recto', 10),
      word('Ltd', 40),
      word('إلى', 90),
      word('2026', 120),
      word('رقم', 150),
      word('فاتورة', 180),
    ),
  ).toEqual(['فاتورة رقم 2026 إلى Recto Ltd'])
})

test('Hebrew words inside a Latin line keep their own order', () => {
  expect(
    linesOf(
      word('See', 10),
      word('עולם', 50),
      word('שלום', 90),
      word('below', 130),
      word('now', 160),
    ),
  ).toEqual(['See שלום עולם below now'])
})
