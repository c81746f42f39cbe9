import type { Box, DocumentText, Page, Word } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import { wordsOf } from '../values/fold.ts'
import { getRows } from './document-rows.ts'

export type CitationRequest = {
  /** Indices among the rows of the document. */
  readonly rows: readonly number[]
  /** Statement that the rows support. */
  readonly statement: string
}

/** Cited rows of one page. */
export type CitedPage = {
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
): readonly CitedPage[] {
  const documentRows = getRows(document)
  const statementWords = new Set(wordsOf(statement))
  const parts = rows
    .toSorted((a, b) => a - b)
    .map((rowIndex) => {
      const row = documentRows[rowIndex]
      const page = document.pages.find(({ number }) => number === row?.page)
      return row && page
        ? { page, words: selectCitedWords(page, row.words, statementWords) }
        : undefined
    })
    .filter((value) => value !== undefined)
  return [...Map.groupBy(parts, ({ page }) => page.number)].map(([page, pageParts]) => ({
    page,
    boxes: pageParts.map(({ words }) => uniteBoxes(words.map(({ box }) => box))),
    quote: pageParts.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n'),
  }))
}

/** Width of a gap between parts, in heights of the previous word. */
const wideGap = 1.5

function selectCitedWords(
  page: Page,
  indices: readonly number[],
  statementWords: ReadonlySet<string>,
): readonly Word[] {
  const words = indices.flatMap((index) => page.words[index] ?? [])
  const segments: Word[][] = []
  for (const word of words) {
    const lastSegment = segments.at(-1)
    const previousWord = lastSegment?.at(-1)
    if (lastSegment && previousWord && !isWideGap(previousWord.box, word.box))
      lastSegment.push(word)
    else segments.push([word])
  }
  const isCited = segments.map((segment) =>
    segment.some(({ text }) =>
      wordsOf(text).some((word) => isSignificant(word) && statementWords.has(word)),
    ),
  )
  if (!isCited.includes(true)) return words
  return segments.slice(isCited.indexOf(true), isCited.lastIndexOf(true) + 1).flat()
}

const isWideGap = ([, top, right, bottom]: Box, [left]: Box) =>
  left - right > (bottom - top) * wideGap

/** Whether a word is significant: short words occur everywhere. */
const isSignificant = (word: string) => word.length > 2 || /\d/.test(word)
