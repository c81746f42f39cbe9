import { expect, test } from 'vitest'
import type { DocumentText } from './model.ts'
import { parseStoredDocumentText, storeDocumentText } from './stored-text.ts'
import { completePage } from './testing/complete-page.ts'

const blank = { number: 1, width: 612, height: 792, rotation: 0, words: [], lines: [] } as const
const document: DocumentText = {
  formatVersion: 2,
  pages: [completePage, blank],
  attachments: [{ name: 'terms.pdf', mimeType: 'application/pdf', size: 1200 }],
}

test('another format, foreign JSON and a damaged page are refused', () => {
  const storedJson = JSON.parse(storeDocumentText(document))

  expect(() =>
    parseStoredDocumentText(JSON.stringify({ ...storedJson, formatVersion: 1 })),
  ).toThrow('stored in format 1; this program reads format 2')
  expect(() => parseStoredDocumentText('{"pages":3}')).toThrow('not a stored document text')
  expect(() => parseStoredDocumentText('{"form')).toThrow(SyntaxError)
  storedJson.pages[0].boxes.pop()
  expect(() => parseStoredDocumentText(JSON.stringify(storedJson))).toThrow('is damaged')
})

test('what was stored is read again, attachments included', () => {
  expect(parseStoredDocumentText(storeDocumentText(document))).toEqual(document)
})

test('a document without attachments has none afterwards', () => {
  const { attachments: _, ...bare } = document

  expect(parseStoredDocumentText(storeDocumentText(bare))).toEqual(bare)
})

test('points are rounded to two decimals', () => {
  const precise = { ...document, pages: [{ ...blank, width: 595.2755905 }] }

  expect(parseStoredDocumentText(storeDocumentText(precise)).pages[0]?.width).toBe(595.28)
})

test('native words cost little more than their letters and their places', () => {
  const words = completePage.words.slice(0, 1).map(({ glyphs: _, ...word }) => word)
  const page = { ...blank, words: Array.from({ length: 100 }, () => words[0]!) }

  const json = storeDocumentText({ formatVersion: 2, pages: [page] })

  expect(json.length / 100).toBeLessThan(40)
})
