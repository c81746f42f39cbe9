import type { Box, DocumentText, Page, Word } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import { wordsOf } from '../values/fold.ts'
import { rowsOf } from './document-rows.ts'

export type CitationRequest = {
  /** Indices among the rows of the document. */
  readonly rows: readonly number[]
  /** Statement that the rows support. */
  readonly statement: string
}

/** Cited rows of one page. */
export type CitedPlace = {
  /** Zero-based. */
  readonly page: number
  /** One box for each row. */
  readonly boxes: readonly Box[]
  readonly quote: string
}

/**
 * Returns the evidence of the cited rows, page by page. When a row has several parts separated by
 * wide gaps, only the parts from the first to the last one with words of the statement are cited;
 * the whole row when none has any.
 */
export function citeRows(
  document: DocumentText,
  { rows, statement }: CitationRequest,
): readonly CitedPlace[] {
  const all = rowsOf(document)
  const wanted = new Set(wordsOf(statement))
  const parts = rows
    .toSorted((a, b) => a - b)
    .map((at) => {
      const row = all[at]
      const page = document.pages.find(({ number }) => number === row?.page)
      return row && page ? { page, words: partOf(page, row.words, wanted) } : undefined
    })
    .filter((value) => value !== undefined)
  return [...Map.groupBy(parts, ({ page }) => page.number)].map(([page, those]) => ({
    page,
    boxes: those.map(({ words }) => uniteBoxes(words.map(({ box }) => box))),
    quote: those.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n'),
  }))
}

/** Width of a gap between parts, in heights of the previous word. */
const wideGap = 1.5

function partOf(
  page: Page,
  indices: readonly number[],
  wanted: ReadonlySet<string>,
): readonly Word[] {
  const words = indices.flatMap((index) => page.words[index] ?? [])
  const segments: Word[][] = []
  for (const word of words) {
    const last = segments.at(-1)
    const before = last?.at(-1)
    if (last && before && !isFar(before.box, word.box)) last.push(word)
    else segments.push([word])
  }
  const telling = segments.map((segment) =>
    segment.some(({ text }) => wordsOf(text).some((word) => isTelling(word) && wanted.has(word))),
  )
  if (!telling.includes(true)) return words
  return segments.slice(telling.indexOf(true), telling.lastIndexOf(true) + 1).flat()
}

const isFar = ([, top, right, bottom]: Box, [left]: Box) => left - right > (bottom - top) * wideGap

/** Whether a word is significant: short words occur everywhere. */
const isTelling = (word: string) => word.length > 2 || /\d/.test(word)
