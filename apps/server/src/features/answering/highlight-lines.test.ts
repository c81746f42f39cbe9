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
const on = (number: number, ...tops: number[]): Evidence => ({
  page: number,
  boxes: tops.map((top) => [10, top, 90, top + 11]),
  quote: 'q',
  match: 'exact',
})

test('a line is its page, its lower edge, the height of the page and its own, at 288 dots an inch', () => {
  expect(highlightLines(document, [on(0, 192)])).toEqual([[0, 812, 3168, 44]])
})

test('a value that runs over lines and pages has a row for each', () => {
  expect(highlightLines(document, [on(0, 100, 120), on(1, 50)])).toEqual([
    [0, 444, 3168, 44],
    [0, 524, 3168, 44],
    [1, 244, 3368, 44],
  ])
})

test('[PS-313] a box of noughts is no place, and the others of its value stay', () => {
  const nowhere = { ...on(0, 10), boxes: [[0, 0, 0, 0]] as const }
  expect(highlightLines(document, [nowhere])).toEqual([])
  expect(highlightLines(document, [nowhere, on(0, 10)])).toEqual([[0, 84, 3168, 44]])
})

test('the shape of the value is kept, and what has no evidence stays null', () => {
  const row = [0, 84, 3168, 44]
  expect(highlightLines(document, null)).toBeNull()
  expect(highlightLines(document, { a: [on(0, 10)], b: null })).toEqual({ a: [row], b: null })
  expect(highlightLines(document, [{ a: [on(0, 10)] }, null])).toEqual([{ a: [row] }, null])
  expect(highlightLines(document, [[on(0, 10)], [on(0, 10)]])).toEqual([[row], [row]])
})
