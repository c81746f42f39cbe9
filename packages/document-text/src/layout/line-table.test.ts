import { expect, test } from 'vitest'
import { typeDocument, typePage } from '../testing/type-page.ts'
import { confidenceMetadata } from './confidence-metadata.ts'
import { layoutText } from './layout-text.ts'
import { highlightEntry, lineRow, lineTable, studioHighlight } from './line-table.ts'
import { rawText } from './raw-text.ts'

const noPosition = { page: 0, baseY: 0, height: 0, pageHeight: 0 }
const document = typeDocument(
  typePage([
    { text: 'Total', x: 50, y: 100 },
    { text: '42.00', x: 300, y: 101, confidence: 0.5, origin: 'ocr' },
    { text: 'Date', x: 50, y: 200, confidence: 0.89996, origin: 'ocr' },
  ]),
  typePage([]),
  typePage([{ text: 'Annex', x: 50, y: 50 }], { width: 595, height: 842 }),
)

test('every line of the text has a row; the blank ones and the separators are all zero', () => {
  const layout = layoutText(document)
  const rows = lineTable(document, layout)

  expect(rows).toHaveLength(layout.text.split('\n').length)
  expect(rows.map((row, i) => (row.pageHeight === 0 ? row : [i, row.page]))).toEqual([
    noPosition,
    noPosition,
    [2, 0],
    noPosition,
    [4, 0],
    noPosition,
    noPosition,
    noPosition,
    noPosition,
    [9, 2],
    noPosition,
    noPosition,
  ])
  expect(layout.text.split('\n')[9]).toBe('Annex ')
})

test('places are whole pixels at 288 dots an inch; a letter page is 3168 high [contract C 0.23]', () => {
  const rows = lineTable(document, layoutText(document))

  expect(rows[2]).toEqual({ page: 0, baseY: 408, height: 40, pageHeight: 3168, confidence: 0.75 })
  expect(rows[9]).toEqual({ page: 2, baseY: 208, height: 40, pageHeight: 3368, confidence: 1 })
})

test('a line is as high as its printed words, whatever is read of a logo beside them [contract C 6]', () => {
  const line = (...logo: readonly ['Northwind' | 'N', number][]) => {
    const words = logo.map(([text, size], i) => ({
      text,
      x: 50 + i * 90,
      y: 100,
      size,
      origin: 'ocr' as const,
    }))
    const page = typePage([{ text: 'Invoice 4711', x: 300, y: 100, size: 13 }, ...words])
    const document = typeDocument(page)
    return lineTable(document, layoutText(document)).find(({ pageHeight }) => pageHeight > 0)
  }

  expect(line(['Northwind', 10], ['N', 16])?.height).toBe(line()?.height)
})

test('the table is the same with line numbers, and there is one for the raw text', () => {
  const plain = lineTable(document, layoutText(document))
  expect(lineTable(document, layoutText(document, { addLineNumbers: true }))).toEqual(plain)

  const raw = rawText(document)
  const rows = lineTable(document, raw)
  expect(rows).toHaveLength(raw.text.split('\n').length)
  expect(rows.filter(({ pageHeight }) => pageHeight > 0)).toEqual(
    plain.filter(({ pageHeight }) => pageHeight > 0),
  )
})

test('pages of a document of which only some were read keep their own numbers', () => {
  const laterPages = { ...document, pages: document.pages.slice(2) }

  expect(lineTable(laterPages, layoutText(laterPages))[2]).toMatchObject({
    page: 2,
    pageHeight: 3368,
  })
})

test('a highlight states place and height in pixels and in percent with four decimals [contract C 6]', () => {
  const row = lineRow({ number: 0, height: 792 }, [10, 26, 90, 38.75])

  expect(highlightEntry(row)).toEqual({
    base_y: 155,
    base_y_percent: 4.8927,
    height: 51,
    height_percent: 1.6098,
    page: 0,
    page_height: 3168,
    raw: [0, 155, 51, 3168],
  })
})

test('a blank line is all zero, with and without confidence; a line with words may carry it', () => {
  const zero = {
    base_y: 0,
    base_y_percent: 0,
    height: 0,
    height_percent: 0,
    page: 0,
    page_height: 0,
    raw: [0, 0, 0, 0],
  }
  const rows = lineTable(document, layoutText(document))

  expect(highlightEntry(rows[0]!)).toEqual(zero)
  expect(highlightEntry(rows[0]!, { withConfidence: true })).toEqual(zero)
  expect(highlightEntry(rows[2]!).raw).toEqual([0, 408, 40, 3168])
  expect(highlightEntry(rows[2]!, { withConfidence: true }).raw).toEqual([0, 408, 40, 3168, 0.75])
})

test('the studio has the same numbers in another order [contract B 2.10]', () => {
  expect(studioHighlight({ page: 3, baseY: 155, height: 51, pageHeight: 3168 })).toEqual([
    3, 155, 3168, 51,
  ])
})

test('words that are not sure are listed for their line; sure ones are left out [contract C 4]', () => {
  const layout = layoutText(document)
  const metadata = confidenceMetadata(document, layout)

  expect(metadata).toHaveLength(layout.text.split('\n').length)
  expect(metadata[2]).toEqual([{ confidence: 0.5, text: '42.00' }])
  expect(metadata[4]).toEqual([{ confidence: 0.9, text: 'Date' }])
  expect(metadata.flat()).toHaveLength(2)
})
