import type { Box, DocumentText, Page, Word } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import { wordsOf } from '../values/fold.ts'
import { rowsOf } from './document-rows.ts'

type Asked = {
  /** Places among the rows of the document. */
  readonly rows: readonly number[]
  /** What they are cited for. */
  readonly statement: string
}

/** Rows of one page. */
export type CitedPlace = {
  /** Zero-based. */
  readonly page: number
  /** One for each row. */
  readonly boxes: readonly Box[]
  readonly quote: string
}

/**
 * Where the cited rows stand, page by page. Of a row that has several parts, which wide gaps separate, only those
 * are taken that say something of the statement, with all between them; where none does, the whole row.
 */
export function citeRows(
  document: DocumentText,
  { rows, statement }: Asked,
): readonly CitedPlace[] {
  const all = rowsOf(document)
  const wanted = new Set(wordsOf(statement))
  const parts = rows
    .toSorted((a, b) => a - b)
    .flatMap((at) => {
      const row = all[at]
      const page = document.pages.find(({ number }) => number === row?.page)
      return row && page ? [{ page, words: partOf(page, row.words, wanted) }] : []
    })
  return [...Map.groupBy(parts, ({ page }) => page.number)].map(([page, those]) => ({
    page,
    boxes: those.map(({ words }) => uniteBoxes(words.map(({ box }) => box))),
    quote: those.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n'),
  }))
}

/** In heights of the word before. */
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

/** Short words stand everywhere. */
const isTelling = (word: string) => word.length > 2 || /\d/.test(word)
