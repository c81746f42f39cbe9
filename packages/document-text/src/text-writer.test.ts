import { expect, test } from 'vitest'
import type { DocumentText, Page } from './model.ts'
import { parseStoredDocumentText, storeDocumentText } from './stored-text.ts'
import { completePage } from './testing/complete-page.ts'
import { openTextWriter } from './text-writer.ts'

const blank: Page = {
  number: 4,
  width: 612,
  height: 791.9949,
  rotation: 0,
  words: [],
  lines: [],
}
const attachments = [{ name: 'terms.pdf', mimeType: 'application/pdf', size: 1200 }]

function written({ pages, ...end }: Omit<DocumentText, 'formatVersion'>) {
  const writer = openTextWriter()
  for (const page of pages) writer.add(page)
  return writer.finish(end)
}

const warnings = ['The attachment “terms.zip” was not read: it is locked.']

test.each([
  { pages: [completePage, blank], attachments, warnings },
  { pages: [blank], warnings },
  { pages: [] },
])('page by page a text is stored as it is in one go', (document) => {
  const { bytes } = written(document)
  const json = new TextDecoder().decode(bytes)

  expect(json).toBe(storeDocumentText({ formatVersion: 2, ...document }))
  expect(parseStoredDocumentText(json).pages).toHaveLength(document.pages.length)
  expect(parseStoredDocumentText(json).warnings).toEqual(document.warnings)
})

test('the outline of a page is that of the page when it is read again', () => {
  const { bytes, pages } = written({ pages: [completePage, blank] })
  const repeatedText = parseStoredDocumentText(new TextDecoder().decode(bytes))

  expect(pages).toEqual(repeatedText.pages.map(({ number, height }) => ({ number, height })))
})

test('a text says whether a word of it was recognised', () => {
  const word = { text: 'Hi', box: [0, 0, 1, 1], confidence: 0.9 } as const
  const pageOf = (origin: 'native' | 'ocr') => ({ ...blank, words: [{ ...word, origin }] })

  expect(written({ pages: [pageOf('native')] }).isRecognised).toBe(false)
  expect(written({ pages: [pageOf('ocr'), pageOf('native')] }).isRecognised).toBe(true)
})
