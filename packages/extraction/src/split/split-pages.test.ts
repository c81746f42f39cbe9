import type { Page } from '@recto/document-text/model'
import { movePage, typePage } from '@recto/document-text/testing/type-page'
import { maxGrowth, measureGrowth } from '@recto/testkit/measure-growth'
import { describe, expect, test } from 'vitest'
import { openPageSplitter, type SplitPages, type SplitSettings } from './split-pages.ts'

const signs: SplitSettings = { mode: { by: 'signs' } }

function splitAll(pages: readonly Page[], settings = signs): SplitPages {
  const splitter = openPageSplitter(settings)
  for (const [number, page] of pages.entries()) splitter.add({ ...page, number })
  return splitter.finish()
}

const spansOf = ({ parts }: SplitPages) => parts.map(({ first, last }) => [first, last])

/** Ten-point lines from the top; the first is a title of sixteen points. */
const typeLines = (...lines: readonly string[]): Page =>
  typePage(lines.map((text, i) => ({ text, x: 50, y: 60 + i * 20, size: i === 0 ? 16 : 10 })))

const invoice = (number: string, foot = 'Thank you for your order') =>
  typeLines(
    'Invoice',
    'Northwind Paper Ltd',
    '9 Quay Road, Bristol, sales@northwind.example',
    `Invoice number: ${number}`,
    'Copy paper 12 boxes 120.00',
    'Total due within thirty days 120.00',
    foot,
  )
const contract = (number: string, foot: string) =>
  typeLines(
    'Rental agreement',
    'Bergmann Housing AG',
    'Hafenweg 4, Bremen, office@bergmann.example',
    `Agreement number: ${number}`,
    'The flat on the second floor is let to the tenant.',
    foot,
  )
const blank = typePage([])

/** The pages of parts and those that belong to nothing, in order. */
function listPages({ parts, unassignedPages }: SplitPages): readonly number[] {
  const pages = parts.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i),
  )
  return [...pages, ...unassignedPages].sort((a, b) => a - b)
}

describe('each page is in one part or belongs to nothing', () => {
  const piles: readonly (readonly [string, readonly Page[]])[] = [
    ['no page', []],
    ['blank pages only', [blank, blank]],
    [
      'blank pages around documents',
      [blank, invoice('A-100'), blank, blank, invoice('A-200'), blank],
    ],
    [
      'separator sheets in a row',
      [typeLines('Separator sheet'), typeLines('Patch T'), invoice('A-100')],
    ],
    [
      'documents whose pages alternate',
      [
        invoice('A-100', 'Page 1 of 2'),
        contract('B-700', 'Page 1 of 2'),
        invoice('A-100', 'Page 2 of 2'),
        contract('B-700', 'Page 2 of 2'),
      ],
    ],
    [
      'a page that could not be read',
      [{ ...blank, failure: 'The page is too large.' }, invoice('A-100')],
    ],
  ]
  const modes: readonly SplitSettings['mode'][] = [
    { by: 'signs' },
    { by: 'separator' },
    { by: 'separator', text: 'patch t' },
    { by: 'page-count', pages: 2 },
  ]
  test.each(piles)('%s', (_, pages) => {
    for (const mode of modes)
      expect(listPages(splitAll(pages, { mode }))).toEqual(pages.map((_page, i) => i))
  })
})

test('a page that is repeated begins a copy each time', () => {
  const { parts } = splitAll(Array.from({ length: 5 }, () => invoice('A-100')))

  expect(parts).toHaveLength(5)
  expect(parts[1]!.reasons).toContain('It is a copy of the first page before it')
})

test('documents whose pages alternate are not joined across each other', () => {
  const pages = [
    invoice('A-100', 'Page 1 of 2'),
    contract('B-700', 'Page 1 of 2'),
    invoice('A-100', 'Page 2 of 2'),
    contract('B-700', 'Page 2 of 2'),
  ]

  const { parts } = splitAll(pages)

  expect(parts.map(({ first, class: name }) => [first, name])).toEqual([
    [0, 'invoice'],
    [1, 'contract'],
    [2, 'invoice'],
    [3, 'contract'],
  ])
})

test('pages that lie on their heads are split like upright ones', () => {
  const upright = [invoice('A-100'), invoice('A-200'), contract('B-700', 'Page 1 of 1')]
  const turnedPages = upright.map((page) =>
    movePage(page, (x, y) => [page.width - x, page.height - y], 180),
  )

  const { parts } = splitAll(turnedPages)

  expect(parts.map(({ first, class: name }) => [first, name])).toEqual([
    [0, 'invoice'],
    [1, 'invoice'],
    [2, 'contract'],
  ])
})

test('a blank page between two documents belongs to nothing, and a blank back to its document', () => {
  const back = typeLines('General terms', 'Goods are delivered within thirty days. Page 2 of 2')
  const pages = [invoice('A-100', 'Page 1 of 2'), blank, back, blank, invoice('A-200')]

  expect(splitAll(pages)).toMatchObject({
    parts: [
      { first: 0, last: 2 },
      { first: 4, last: 4 },
    ],
    unassignedPages: [3],
  })
})

test('a blank page is a part where pages are counted, and none where separators decide', () => {
  const pages = [
    typeLines('Separator sheet'),
    blank,
    typeLines('Separator sheet'),
    invoice('A-100'),
  ]

  expect(spansOf(splitAll(pages, { mode: { by: 'page-count', pages: 1 } }))).toHaveLength(4)
  expect(splitAll(pages, { mode: { by: 'separator' } })).toMatchObject({
    parts: [{ first: 3, last: 3 }],
    unassignedPages: [0, 1, 2],
  })
})

test('a page that could not be read stays with the one before, and the part is less certain', () => {
  const pages = [
    invoice('A-100'),
    { ...blank, failure: 'The page is too large.' },
    invoice('A-200'),
  ]

  const { parts, unassignedPages } = splitAll(pages)

  expect(parts).toMatchObject([
    { first: 0, last: 1 },
    { first: 2, last: 2 },
  ])
  expect(parts[0]!.confidence).toBeLessThanOrEqual(0.7)
  expect(unassignedPages).toEqual([])
})

test('a part has no class where nothing says one', () => {
  const page = typeLines('Thoughts on rain', 'It falls on roofs and on fields, and nobody minds.')

  expect(splitAll([page]).parts).toMatchObject([{ class: null, classConfidence: 0 }])
})

test('three thousand pages are split in time that grows with their number', async () => {
  const pages = Array.from({ length: 3000 }, (_, i) =>
    i % 3 === 0 ? invoice(`A-${i + 1000}`) : contract('B-700', `Page ${(i % 3) + 1} of 3`),
  )

  const growth = await measureGrowth((size) => splitAll(pages.slice(0, size)), 750)

  expect(growth).toBeLessThan(maxGrowth)
  expect(listPages(splitAll(pages))).toHaveLength(3000)
})
