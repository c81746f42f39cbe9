import { lineText } from '@recto/document-text/page-lines'
import { maxGrowth, measureGrowth } from '@recto/testkit/measure-growth'
import { expect, test } from 'vitest'
import { groupLines } from './group-lines.ts'
import type { PlacedWord } from './group-words.ts'
import { getRowContext, readLinesOfRows } from './read-row.ts'

/** Upright 10-point text, five points a letter, from a start on a base line. */
function word(text: string, start: number, baseline = 100, endsHard = true): PlacedWord {
  const end = start + text.length * 5
  return {
    word: { text, box: [start, baseline - 8, end, baseline + 2], confidence: 1, origin: 'native' },
    angle: 0,
    alongStart: start,
    alongEnd: end,
    baseLine: baseline,
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
  const skewedWords = [0, 1, 2, 3, 4].map((i) => word(`w${i}`, i * 100, 100 + i * 3))

  expect(linesOf(...skewedWords)).toEqual(['w0 w1 w2 w3 w4'])
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

test('a number between two Hebrew words of a Latin line is read between them', () => {
  expect(
    linesOf(word('See', 10), word('עולם', 50), word('5', 90), word('שלום', 110), word('now', 150)),
  ).toEqual(['See שלום 5 עולם now'])
})

test('an account number in a line of Hebrew keeps the order of its groups', () => {
  expect(
    linesOf(
      word('IL62', 10),
      word('0108', 35),
      word('0000', 60),
      word('חשבון', 85),
      word('מספר', 120),
    ),
  ).toEqual(['מספר חשבון IL62 0108 0000'])
})

test('a number before Latin words in a line of Hebrew stays before them', () => {
  expect(linesOf(word('3', 10), word('chairs', 20), word('של', 60), word('הזמנה', 80))).toEqual([
    'הזמנה של 3 chairs',
  ])
})

test('cells of a page of Hebrew follow each other from the right, each with its own words in order', () => {
  expect(
    linesOf(
      word('מחיר', 300, 100),
      word('פריט', 500, 100),
      word('42.00', 300, 114),
      word('Blue', 480, 114),
      word('door', 505, 114),
      word('שורה', 500, 128),
    ),
  ).toEqual(['פריט מחיר', 'Blue door 42.00', 'שורה'])
})

test('a full stop says on which side a line of one script ends', () => {
  expect(
    linesOf(word('.Pay', 10), word('now', 40), word('שלום', 10, 114), word('עולם', 40, 114)),
  ).toEqual(['Pay now.', 'עולם שלום'])
})

test.each([
  { name: 'from the right', visual: ['0123', '6789', '0331'], read: '0331 6789 0123' },
  { name: 'from its short end', visual: ['32', '4821', '7765'], read: '7765 4821 32' },
  { name: 'from its zero', visual: ['04', '7765', '4821'], read: '04 7765 4821' },
  { name: 'as a number with thousands', visual: ['12', '345', '678.50'], read: '12 345 678.50' },
  { name: 'with its currency', visual: ['₪', '1,234.50'], read: '1,234.50 ₪' },
])('groups alone on a line of a page from the right are read $name', ({ visual, read }) => {
  let start = 400
  const groups = visual.map((text) => {
    const group = word(text, start, 114)
    start = group.alongEnd + 3
    return group
  })

  expect(linesOf(word('חשבון', 350), word('מספר', 450), word('בנק', 520), ...groups)[1]).toBe(read)
})

test('numbers go on with the Latin text at the end of the line before', () => {
  const first = [word('IL62', 10), word('0108', 45), word('חשבון', 90), word('מספר', 140)]
  const second = [word('בנק', 60, 114), word('9999', 110, 114), word('0009', 145, 114)]

  expect(linesOf(...first, ...second)).toEqual(['מספר חשבון IL62 0108', '9999 0009 בנק'])
})

test('so they do in a paragraph from the right on a page of Latin text', () => {
  const hebrew = ['חשבון', 'מספר', 'אל', 'הסכום', 'את', 'לשלם', 'נא'].map((text, i) =>
    word(text, 70 + i * 30),
  )
  const first = [word('IL62', 10), word('0108', 42), ...hebrew]
  const second = [word('בנק', 185, 114), word('9999', 215, 114), word('0009', 245, 114)]
  const latin = ['The', 'account', 'of', 'our', 'customer', 'is', 'stated', 'above'].map(
    (text, i) => word(text, 10 + (i % 3) * 60, 140 + Math.floor(i / 3) * 14),
  )

  expect(linesOf(...first, ...second, ...latin).slice(0, 2)).toEqual([
    'נא לשלם את הסכום אל מספר חשבון IL62 0108',
    '9999 0009 בנק',
  ])
})

test('a line that changes its direction 100,000 times is read in proportion to its length', async () => {
  const read = (texts: readonly string[]) => {
    const row = texts.map((text, i) => word(text, i * 20))
    return readLinesOfRows([row], getRowContext(row)!)[0]!
  }
  const alternatingWords = (count: number) =>
    Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 'אב' : 'ab'))
  const numbers = (count: number) => ['אב', ...Array.from({ length: count }, () => '42')]

  expect(read(alternatingWords(100_000))).toHaveLength(100_000)
  for (const make of [alternatingWords, numbers])
    expect(await measureGrowth(async (count) => void read(make(count)), 10_000)).toBeLessThan(
      maxGrowth,
    )
})

test('many texts in one place, and many on one line, take time in proportion to their number', async () => {
  const pile = (count: number) => Array.from({ length: count }, (_, i) => word(`text ${i}`, 50))
  const row = (count: number) => Array.from({ length: count }, (_, i) => word(`w${i}`, i * 60))
  const stair = (count: number) =>
    Array.from({ length: count }, (_, i) => word(`w${i}`, 50, 100 + i / 1000))

  expect(groupLines(pile(2000)).lines).toHaveLength(2000)
  expect(groupLines(row(2000)).lines).toHaveLength(1)
  for (const make of [pile, row, stair])
    expect(await measureGrowth((count) => groupLines(make(count)), 5000)).toBeLessThan(maxGrowth)
})
