import type { DocumentText } from '@recto/document-text/model'
import type { Evidence } from '@recto/provider-spec/answer'
import { expect, test } from 'vitest'
import { highlightLines } from './highlight-lines.ts'

const page = { width: 612, height: 792, rotation: 0, words: [], lines: [] } as const
const document: DocumentText = {
  formatVersion: 2,
  pages: [
    { ...page, number: 0 },
    { ...page, number: 1, height: 842 },
  ],
}
const evidenceOn = (number: number, ...tops: number[]): Evidence => ({
  page: number,
  boxes: tops.map((top) => [10, top, 90, top + 11]),
  quote: 'q',
  match: 'exact',
})

test('presents a line as page, lower edge, page height and line height, at 288 dots per inch', () => {
  expect(highlightLines(document, [evidenceOn(0, 192)])).toEqual([[0, 812, 3168, 44]])
})

test('returns one row per line and page of a value', () => {
  expect(highlightLines(document, [evidenceOn(0, 100, 120), evidenceOn(1, 50)])).toEqual([
    [0, 444, 3168, 44],
    [0, 524, 3168, 44],
    [1, 244, 3368, 44],
  ])
})

test('[PS-313] skips an all-zero box and keeps the other boxes of the value', () => {
  const emptyBoxEvidence = { ...evidenceOn(0, 10), boxes: [[0, 0, 0, 0]] as const }
  expect(highlightLines(document, [emptyBoxEvidence])).toEqual([])
  expect(highlightLines(document, [emptyBoxEvidence, evidenceOn(0, 10)])).toEqual([
    [0, 84, 3168, 44],
  ])
})

test('mirrors the shape of the value, with null where there is no evidence', () => {
  const row = [0, 84, 3168, 44]
  expect(highlightLines(document, null)).toBeNull()
  expect(highlightLines(document, { a: [evidenceOn(0, 10)], b: null })).toEqual({
    a: [row],
    b: null,
  })
  expect(highlightLines(document, [{ a: [evidenceOn(0, 10)] }, null])).toEqual([{ a: [row] }, null])
  expect(highlightLines(document, [[evidenceOn(0, 10)], [evidenceOn(0, 10)]])).toEqual([
    [row],
    [row],
  ])
})
