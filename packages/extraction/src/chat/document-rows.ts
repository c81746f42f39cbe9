import { layoutText } from '@recto/document-text/layout/layout-text'
import type { DocumentText } from '@recto/document-text/model'

/** What stands side by side on a page. */
export type LaidRow = {
  /** Its place among the rows of the document. */
  readonly at: number
  /** Zero-based. */
  readonly page: number
  /** Into the words of its page. */
  readonly words: readonly number[]
  /** As on a typewriter, without blanks at its ends. */
  readonly text: string
  /** Where its line begins in the whole text. */
  readonly offset: number
}

const known = new WeakMap<DocumentText, readonly LaidRow[]>()

/** The rows of a document in the order of its text, laid out once; blank lines and separators are none. */
export function rowsOf(document: DocumentText): readonly LaidRow[] {
  const rows = known.get(document) ?? layRows(document)
  known.set(document, rows)
  return rows
}

function layRows(document: DocumentText): readonly LaidRow[] {
  const layout = layoutText(document)
  const texts = layout.text.split('\n')
  const offsets: number[] = []
  let offset = 0
  for (const text of texts) {
    offsets.push(offset)
    offset += text.length + 1
  }
  return layout.lines.map(({ page, lineIndex, words }, at) => ({
    ...{ at, page, words, offset: offsets[lineIndex] ?? 0 },
    text: (texts[lineIndex] ?? '').replace('\f', '').trim(),
  }))
}

type Range = { readonly start: number; readonly end: number }

/** The rows that begin in one of the ranges of the whole text, each once and in order. */
export function rowsIn(document: DocumentText, ranges: readonly Range[]): readonly LaidRow[] {
  const sorted = ranges.toSorted((a, b) => a.start - b.start)
  let next = 0
  return rowsOf(document).filter(({ offset }) => {
    while (next < sorted.length && (sorted[next]?.end ?? 0) <= offset) next += 1
    const range = sorted[next]
    return range !== undefined && offset >= range.start
  })
}
