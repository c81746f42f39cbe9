import { expect, test } from 'vitest'
import type { DocumentText } from './model.ts'
import { parseStoredDocumentText, storeDocumentText } from './stored-text.ts'

const document: DocumentText = {
  formatVersion: 2,
  pages: [
    {
      number: 0,
      width: 595.28,
      height: 841.89,
      rotation: 90,
      words: [
        { text: 'Total', box: [50, 100.25, 77.35, 112], confidence: 1, origin: 'native' },
        { text: '42,00 €', box: [300, 100, 340.5, 112], confidence: 0.87, origin: 'ocr' },
      ],
      lines: [{ box: [50, 100, 340.5, 112], start: 0, end: 2, angle: 90 }],
    },
    { number: 1, width: 612, height: 792, rotation: 0, words: [], lines: [] },
  ],
}

test('what was stored is read again', () => {
  expect(parseStoredDocumentText(storeDocumentText(document))).toEqual(document)
})

test('points are rounded to two decimals', () => {
  const [page] = document.pages
  const precise = { ...document, pages: [{ ...page!, width: 595.2755905 }] }

  expect(parseStoredDocumentText(storeDocumentText(precise)).pages[0]?.width).toBe(595.28)
})

test('another format, foreign JSON and a damaged page are refused', () => {
  const stored = JSON.parse(storeDocumentText(document))

  expect(() => parseStoredDocumentText(JSON.stringify({ ...stored, formatVersion: 2 }))).toThrow(
    'stored in format 2; this program reads format 1',
  )
  expect(() => parseStoredDocumentText('{"pages":3}')).toThrow('not a stored document text')
  expect(() => parseStoredDocumentText('{"form')).toThrow(SyntaxError)
  stored.pages[0].boxes.pop()
  expect(() => parseStoredDocumentText(JSON.stringify(stored))).toThrow('is damaged')
})
