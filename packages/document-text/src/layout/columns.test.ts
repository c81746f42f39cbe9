import { expect, test } from 'vitest'
import type { Page } from '../model.ts'
import { type Phrase, typeDocument, typePage } from '../testing/type-page.ts'
import { layoutText } from './layout-text.ts'

/** Lines of columns in the order in which they are read: one column after the other. */

const rowsOf = (page: Page): string[] =>
  layoutText(typeDocument(page))
    .text.split('\n<<<')[0]!
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row) => row.trimEnd())

const column = (letter: string, x: number, y: number, step = 12): Phrase[] =>
  Array.from({ length: 8 }, (_, i) => ({ text: `${letter}${i} of it`, x, y: y + i * step }))
const cellsOf = (rows: readonly string[]) => rows.map((row) => row.trim().split(/ {2,}/))
const inRows = (...letters: readonly string[]) =>
  Array.from({ length: 8 }, (_, i) => letters.map((letter) => `${letter}${i} of it`))

test('rows of columns that stand lower than their neighbours keep beside them', () => {
  for (const shift of [0, 2, 5, 6, 8, -4]) {
    const page = typePage([...column('A', 50, 100), ...column('B', 140, 100 + shift)])
    const rows = cellsOf(rowsOf(page))
    const fullRows = rows.filter((row) => row.length === 2)

    expect(fullRows.length).toBeGreaterThanOrEqual(7)
    expect(rows.flat().toSorted()).toEqual(inRows('A', 'B').flat().toSorted())
  }
})

test('a column with another distance from line to line keeps its rows whole', () => {
  const page = typePage([...column('A', 50, 100), ...column('B', 140, 103, 14.5)])

  expect(cellsOf(rowsOf(page)).flat().toSorted()).toEqual(inRows('A', 'B').flat().toSorted())
})

test('columns are parted by two blanks however narrow their gutter is', () => {
  const page = typePage([
    ...column('A', 50, 100),
    ...column('B', 88, 100),
    ...column('C', 126, 100),
  ])

  expect(cellsOf(rowsOf(page))).toEqual(inRows('A', 'B', 'C'))
})

/** Words in a line of a given width, with equal gaps between them. */
function justified(text: string, y: number, width = 200): Phrase[] {
  const words = text.split(' ')
  const letters = words.reduce((sum, word) => sum + word.length * 5, 0)
  const gap = (width - letters) / (words.length - 1)
  let x = 50
  return words.map((word) => {
    const phrase = { text: word, x, y }
    x += word.length * 5 + gap
    return phrase
  })
}

/** The words of each row as one line, as a reader gives them. */
function inLines(rows: readonly (readonly Phrase[])[]): Page {
  const page = typePage(rows.flat())
  let end = 0
  const lines = rows.map((row) => {
    const start = end
    end += row.length
    return { ...page.lines[start]!, start, end }
  })
  return { ...page, lines }
}

test('justified lines have single blanks, however wide they are drawn', () => {
  const texts = [
    'The seller delivers what was ordered',
    'to the address of the buyer',
    'who pays for the goods',
    'within thirty days after arrival',
    'and keeps them until then',
  ]

  expect(rowsOf(inLines(texts.map((text, i) => justified(text, 100 + i * 12))))).toEqual(texts)
})

test('a table as wide as its page keeps its cells apart', () => {
  const rows = Array.from({ length: 6 }, (_, i) => justified('North South East West', 100 + i * 12))

  for (const row of cellsOf(rowsOf(inLines(rows)))) {
    expect(row).toEqual(['North', 'South', 'East', 'West'])
  }
})

test('labels and values that end in one place keep the gap between them', () => {
  const rows = [
    justified('Subtotal RM3.77', 100),
    justified('CASH PAID RM4.00', 112),
    justified('Salesperson Reference', 124),
    justified('Change RM0.00', 136),
  ]

  expect(cellsOf(rowsOf(inLines(rows))).map((row) => row.length)).toEqual([2, 3, 2, 2])
})
