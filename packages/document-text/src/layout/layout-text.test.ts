import { expect, test } from 'vitest'
import type { Page } from '../model.ts'
import { movePage, type Phrase, turnPage, typeDocument, typePage } from '../testing/type-page.ts'
import type { LineSplitterStrategy } from './cluster-rows.ts'
import { type LayoutOptions, layoutText } from './layout-text.ts'

/** The lines of a one-page text, without its frame and the blank at the end of each. */
function rowsOf(page: Page, options: LayoutOptions = {}): string[] {
  const { text } = layoutText(typeDocument(page), options)
  const [body = ''] = text.split('\n<<<\f')
  return body
    .split('\n')
    .slice(2, -1)
    .map((row) => row.trimEnd())
}

const phraseAt = (text: string, x: number, y: number, size = 10): Phrase => ({ text, x, y, size })
/** Rows of cells at given places, 14 points apart. */
const table = (places: readonly number[], rows: readonly (readonly string[])[]) =>
  rows.flatMap((cells, row) =>
    cells
      .map((cell, i) => (cell ? phraseAt(cell, places[i]!, 100 + row * 14) : undefined))
      .filter((value) => value !== undefined),
  )
const columnsOf = (rows: readonly string[], ...texts: readonly string[]) =>
  new Set(texts.map((text, i) => rows[i]!.indexOf(text)))

test('an empty page is its tail alone', () => {
  expect(layoutText(typeDocument(typePage([])))).toEqual({ text: '\n<<<\f', lines: [] })
  expect(layoutText(typeDocument()).text).toBe('')
})

test('a page is two blank lines, its lines with a space at the end, the separator and a form feed', () => {
  const { text } = layoutText(
    typeDocument(
      typePage([phraseAt('Invoice INV-7', 50, 100), phraseAt('Total', 50, 112)]),
      typePage([]),
      typePage([phraseAt('Annex', 50, 100)]),
    ),
  )

  expect(text).toBe('\n\nInvoice INV-7 \nTotal \n\n<<<\f\n<<<\f\n\nAnnex \n\n<<<\f')
})

test('lines that the small OCR engine read end without a space', () => {
  const page = typePage([{ ...phraseAt('Total', 50, 100), origin: 'ocr' }], { ocr: 'low_cost' })

  expect(layoutText(typeDocument(page)).text).toBe('\n\nTotal\n\n<<<\f')
})

test('the separator may name the page by its number in the document', () => {
  const document = typeDocument(typePage([]), typePage([]), typePage([]))
  const someRead = { ...document, pages: document.pages.slice(1) }

  const { text } = layoutText(someRead, { pageSeparator: '-- {{page_no}} of 3 --' })

  expect(text).toBe('\n-- 2 of 3 --\f\n-- 3 of 3 --\f')
})

test('rows are counted over the whole text and point to their words and their page', () => {
  const document = typeDocument(
    typePage([
      phraseAt('42.00', 300, 300),
      phraseAt('Total due', 50, 300),
      phraseAt('Invoice', 50, 100),
    ]),
    typePage([phraseAt('Annex', 50, 100)]),
  )
  const { text, lines } = layoutText(document)

  const rows = text.split('\n')
  expect(lines.map(({ page, lineIndex }) => [page, lineIndex, rows[lineIndex]!.trim()])).toEqual([
    [0, 2, 'Invoice'],
    [0, 4, expect.stringMatching(/^Total due {30,}42\.00$/)],
    [1, 8, 'Annex'],
  ])
  expect(lines[1]).toMatchObject({ words: [1, 2, 0], box: [50, 292, 325, 302] })
})

test('every line has its number when it is asked for, the blank ones and the separators too', () => {
  const page = typePage([phraseAt('one', 50, 100), phraseAt('two', 50, 200)])

  const short = layoutText(typeDocument(page), { addLineNumbers: true })
  expect(short.text).toBe('0x0: \n0x1: \n0x2: one \n0x3: \n0x4: two \n0x5: \n0x6: <<<\f')
  expect(short.lines.map(({ lineIndex }) => lineIndex)).toEqual([2, 4])

  const long = layoutText(typeDocument(page, page, page), { addLineNumbers: true })
  expect(long.text.split('\n').map((line) => line.slice(0, 6))).toEqual(
    Array.from({ length: 19 }, (_, i) => `0x${i.toString(16).toUpperCase().padStart(2, '0')}: `),
  )
})

test('the columns of a table stay under each other, by their start or by their end', () => {
  const items = [
    ['Item', 'Quantity', 'Amount'],
    ['Olive oil', '1', '0.90'],
    ['A chair with a long name', '12', '1,170.00'],
    ['', '', '1,170.90'],
  ]
  const places = [60, 260, 420]
  const starts = rowsOf(typePage(table(places, items)))
  expect(columnsOf(starts, ...items.map((cells) => cells[2]!)).size).toBe(1)
  expect(columnsOf(starts, ' Quantity', ' 1', ' 12').size).toBe(1)

  const ends = items.flatMap(([, , amount = ''], row) => [
    phraseAt(`Item ${'x'.repeat(row * 3)}`, 60, 100 + row * 14),
    phraseAt(amount, 500 - amount.length * 5, 100 + row * 14),
  ])
  expect(new Set(rowsOf(typePage(ends)).map((row) => row.length)).size).toBe(1)
})

test('text that is longer in letters than on paper pushes the whole column, not only its own row', () => {
  const rows = rowsOf(
    typePage([
      phraseAt('Description', 50, 100),
      phraseAt('Amount', 250, 100),
      phraseAt('small print that would never fit between here and there', 50, 113, 7),
      phraseAt('0.90', 250, 113),
      phraseAt('Oil', 50, 126),
      phraseAt('1.20', 250, 126),
    ]),
  )

  expect(columnsOf(rows, 'Amount', '0.90', '1.20').size).toBe(1)
  expect(rows[1]).toMatch(/there {2,}0\.90$/)
})

test('two columns of prose stay side by side with a gutter, and the common margin is dropped', () => {
  const left = ['Seller', 'Northwind Ltd', '12 Harbour Road']
  const right = ['Buyer', 'Ada Lovelace', '5 Mill Lane']
  const rows = rowsOf(
    typePage([
      ...left.map((text, i) => phraseAt(text, 100, 100 + i * 12)),
      ...right.map((text, i) => phraseAt(text, 350, 100 + i * 12)),
    ]),
  )

  expect(rows).toHaveLength(3)
  expect(columnsOf(rows, ...right).size).toBe(1)
  expect(rows.every((row) => /^\S.*\S {8,}\S/.test(row))).toBe(true)
})

test('single blanks inside a phrase stay single, in large titles and in justified prose', () => {
  const title = phraseAt('TAX INVOICE', 50, 100, 30)
  const wide = [phraseAt('one', 50, 130), phraseAt('two', 70, 130), phraseAt('three', 90, 130)]

  expect(
    rowsOf(typePage([title, phraseAt('a line of ordinary text to compare', 50, 116), ...wide])),
  ).toEqual(['TAX INVOICE', 'a line of ordinary text to compare', 'one two three'])
})

test('typewritten text keeps single blanks although its recognised boxes hold the ink alone', () => {
  const words = ['Thank', 'you', 'and', 'come', 'again', 'soon']
  const offsetOf = (i: number) => words.slice(0, i).reduce((sum, word) => sum + word.length + 1, 0)
  const row = (y: number) => words.map((text, i) => phraseAt(text, 50 + offsetOf(i) * 5.4, y))
  const page = typePage([
    ...row(100),
    ...row(112),
    phraseAt('Total', 50, 124),
    phraseAt('9.90', 250, 124),
  ])

  expect(rowsOf(page).slice(0, 2)).toEqual([words.join(' '), words.join(' ')])
  expect(rowsOf(page)[2]).toMatch(/^Total {10,}9\.90$/)
})

test('the wider blank between two sentences is one blank', () => {
  const page = typePage([
    phraseAt('It ends.', 50, 100),
    phraseAt('Next begins here', 97, 100),
    phraseAt('II', 250, 100),
  ])

  expect(rowsOf(page)[0]).toMatch(/^It ends\. Next begins here {5,}II$/)
})

test('a page of tiny letters does not become endlessly wide, however far it is stretched', () => {
  const page = typePage([phraseAt('left', 0, 100, 0.001), phraseAt('right', 600, 100, 0.001)])

  expect(rowsOf(page)[0]!.length).toBeLessThan(600)
  expect(rowsOf(page, { horizontalStretch: 1e9 })[0]!.length).toBeLessThan(6000)
})

test('a larger gap leaves one blank line, however large it is; lines that are evenly apart have none', () => {
  const one = [
    phraseAt('one', 50, 100),
    phraseAt('two', 50, 114),
    phraseAt('three', 50, 160),
    phraseAt('four', 50, 600),
  ]
  expect(rowsOf(typePage(one))).toEqual(['one', 'two', '', 'three', '', 'four'])

  const receipt = ['one', 'two', 'three', 'four'].map((text, i) => phraseAt(text, 50, 100 + i * 19))
  expect(rowsOf(typePage(receipt))).toEqual(['one', 'two', 'three', 'four'])
})

test('stretching moves columns apart', () => {
  const page = typePage([phraseAt('left', 50, 100), phraseAt('right', 300, 100)])
  const column = (horizontalStretch: number) =>
    rowsOf(page, { horizontalStretch })[0]!.indexOf('right')

  expect(column(2)).toBe(column(1) * 2)
})

const items = [
  ['Item', 'Quantity', 'Amount'],
  ['Olive oil', '1', '0.90'],
  ['A chair', '12', '1,170.00'],
]
const upright = typePage(table([60, 260, 420], items))

test('a page whose text stands on its side or on its head is laid out along its text', () => {
  for (const turn of [90, 180, 270]) {
    expect(rowsOf(turnPage(upright, turn))).toEqual(rowsOf(upright))
  }
})

test('a page that was scanned askew keeps its rows and its columns', () => {
  const wide = typePage(
    table(
      [60, 200, 420],
      Array.from({ length: 12 }, (_, i) => [`Item no. ${i}`, `two words ${i}`, `${i}.90`]),
    ),
  )
  for (const degrees of [0.7, 2, 4, -3, 6]) {
    const rows = rowsOf(turnPage(wide, degrees))
    expect(rows).toHaveLength(12)
    expect(rows.map((row) => row.trim().split(/ {2,}/))).toEqual(
      rowsOf(wide).map((row) => row.split(/ {2,}/)),
    )
  }
})

test('a bent and slanted photo of a page keeps its rows', () => {
  const goods = Array.from({ length: 30 }, (_, i) => [
    `Item number ${i}`,
    `two words ${i}`,
    `${i}.90`,
  ])
  const flat = typePage(table([60, 200, 520], goods), { ocr: 'high_quality' })
  const bentPage = movePage(flat, (x, y) => [
    x,
    y + 40 * (x / 612 - 0.5) ** 2 + (x - 306) * 0.1 * (y / 792 - 0.5),
  ])
  const texts = (page: Page) => rowsOf(page).map((row) => row.trim().split(/ +/))

  expect(texts(bentPage)).toEqual(texts(flat))
  expect(texts(flat)).toHaveLength(30)
})

test('boxes of recognised words may jump and differ in height without tearing the row', () => {
  const jitter = [0, 1.4, -1.2, 0.8, -1.5, 1.1, -0.6]
  const words = ['Total', 'a', 'of', '—', 'goods', '42.00', 'EUR']
  const row = (y: number) =>
    words.map(
      (text, i): Phrase =>
        phraseAt(text, 50 + i * 45, y + jitter[i]!, [10, 7, 11, 3, 12, 10, 9][i]!),
    )
  const rows = rowsOf(typePage([...row(100), ...row(113), ...row(126)]))

  expect(rows.map((line) => line.split(/ +/))).toEqual([words, words, words])
})

test('a word that fits two rows goes with its neighbour on the side that the strategy names', () => {
  const page = typePage([
    phraseAt('A1', 50, 100),
    phraseAt('A2', 50, 110),
    phraseAt('between', 250, 104.6),
    phraseAt('C1', 450, 100),
    phraseAt('C2', 450, 109),
  ])
  const rows = (lineSplitterStrategy: LineSplitterStrategy, lineSplitterTolerance = 0.5) =>
    rowsOf(page, { lineSplitterStrategy, lineSplitterTolerance }).map((row) =>
      row.trim().split(/ {2,}/),
    )

  expect(rows('left-priority')).toEqual([
    ['A1', 'between', 'C1'],
    ['A2', 'C2'],
  ])
  expect(rows('right-priority')).toEqual([
    ['A1', 'C1'],
    ['A2', 'between', 'C2'],
  ])
  expect(rows('mid-priority')).toEqual([
    ['A1', 'between', 'C1'],
    ['A2', 'C2'],
  ])
  expect(rows('left-priority', 0.2)).toEqual([['A1', 'C1'], ['between'], ['A2', 'C2']])
})

test('text in another direction comes after the rest', () => {
  const page = typePage([
    { ...phraseAt('CONFIDENTIAL', 200, 100), angle: 45 },
    phraseAt('first of many words', 50, 90),
    phraseAt('last', 50, 112),
  ])

  expect(rowsOf(page)).toEqual(['first of many words', '', 'last', '', 'CONFIDENTIAL'])
})

test('a page of Arabic is laid out from its right edge, with Latin names in their own order', () => {
  const words: Phrase[] = [
    phraseAt('فاتورة', 500, 100),
    phraseAt('رقم', 480, 100),
    phraseAt('Ltd', 462, 100),
    phraseAt('Recto', 435, 100),
    phraseAt('مجموع', 505, 114),
    phraseAt('42.00', 200, 114),
  ]
  const rows = rowsOf(typePage(words))

  expect(rows[0]).toBe('فاتورة رقم Recto Ltd')
  expect(rows[1]).toMatch(/^مجموع {20,}42\.00$/)
})

test('moving a page does not change its text', () => {
  expect(rowsOf(movePage(upright, (x, y) => [x + 33.3, y + 7.7]))).toEqual(rowsOf(upright))
})
