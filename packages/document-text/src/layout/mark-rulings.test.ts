import { expect, test } from 'vitest'
import type { Box, Page } from '../model.ts'
import { turnPage, typeDocument, typePage } from '../testing/type-page.ts'
import { layoutText } from './layout-text.ts'

const phraseAt = (text: string, x: number, y: number) => ({ text, x, y })
const horizontalRule = (y: number, from = 40, to = 340): Box => [from, y - 0.5, to, y + 0.5]
const verticalRule = (x: number, from = 86, to = 134): Box => [x - 0.5, from, x + 0.5, to]

/** Two rows of two cells. */
const cells = [
  phraseAt('Item', 45, 100),
  phraseAt('Amount', 245, 100),
  phraseAt('Olive oil', 45, 128),
  phraseAt('0.90', 245, 128),
]
const box = typePage(cells, {
  rules: [
    horizontalRule(86),
    horizontalRule(110),
    horizontalRule(134),
    verticalRule(40),
    verticalRule(240),
    verticalRule(340),
  ],
})

function rowsOf(page: Page, marks: { vertical?: boolean; horizontal?: boolean }): string[] {
  const { text } = layoutText(typeDocument(page), {
    markVerticalLines: marks.vertical ?? false,
    markHorizontalLines: marks.horizontal ?? false,
  })
  return text
    .split('\n')
    .slice(2, -2)
    .map((row) => row.trimEnd())
}

test('rules are not drawn unless they are asked for, horizontal ones only together with vertical ones', () => {
  const plain = rowsOf({ ...box, rules: [] }, {})

  expect(rowsOf(box, {})).toEqual(plain)
  expect(rowsOf(box, { horizontal: true })).toEqual(plain)
  expect(plain.join('')).not.toMatch(/[|-]/)
})

test('vertical rules are bars in one column of every row that they pass, blank ones too', () => {
  const rows = rowsOf(box, { vertical: true })

  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatch(/^\| Item +\| ?Amount +\|$/)
  expect(rows[1]).toMatch(/^\| +\| +\|$/)
  expect(rows[2]).toMatch(/^\| Olive oil +\| ?0\.90 +\|$/)
  const places = rows.map((row) => [...row.matchAll(/\|/g)].map(({ index }) => index))
  expect(places[1]).toEqual(places[0])
  expect(places[2]).toEqual(places[0])
})

test('horizontal rules are lines of dashes over their extent, in the place of a blank line', () => {
  const rows = rowsOf(box, { vertical: true, horizontal: true })

  expect(rows.map((row) => row.replace(/[^|-].*[^|-]/, ' … '))).toEqual([
    expect.stringMatching(/^\|-+\|-+\|$/),
    '| … |',
    rows[0],
    '| … |',
    rows[0],
  ])
})

test('a rule under a part of the row is as long as that part', () => {
  const page = typePage(cells, { rules: [horizontalRule(131, 245, 270)] })
  const rows = rowsOf(page, { vertical: true, horizontal: true })

  const column = rows[2]!.indexOf('0.90')
  expect(rows[3]).toBe(`${' '.repeat(column)}-----`)
})

test('marks take the place of blanks and never move or hide text', () => {
  const plain = rowsOf({ ...box, rules: [] }, {})
  const crossedBox = {
    ...box,
    rules: [verticalRule(55), verticalRule(260), horizontalRule(97), horizontalRule(125)],
  }
  const rows = rowsOf(crossedBox, { vertical: true, horizontal: true })

  for (const row of plain.filter(Boolean)) {
    expect(rows.map((one) => one.replaceAll('|', ' ').trimEnd())).toContain(row)
  }
})

test('more rules than a table can have are a drawing, and are left out', () => {
  const hatchRules = Array.from({ length: 1001 }, (_, i) => verticalRule(40 + i / 4))

  expect(rowsOf({ ...box, rules: hatchRules }, { vertical: true }).join('')).not.toContain('|')
})

test('a rule between two words that stand close parts them', () => {
  const page = typePage([phraseAt('12 34', 50, 100), phraseAt('56 78', 50, 112)], {
    rules: [verticalRule(61.2, 80, 120)],
  })

  expect(rowsOf(page, { vertical: true })).toEqual(['12|34', '56|78'])
})

test('the rules of a turned page turn with its text', () => {
  const marks = { vertical: true, horizontal: true }

  expect(rowsOf(turnPage(box, 90), marks)).toEqual(rowsOf(box, marks))
  expect(rowsOf(turnPage(box, 270), marks)).toEqual(rowsOf(box, marks))
})
