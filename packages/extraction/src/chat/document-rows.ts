import { layoutText } from '@recto/document-text/layout/layout-text'
import type { DocumentText } from '@recto/document-text/model'
import { withStruckMarked } from '../values/struck-words.ts'

/** Words on one line of a page. */
export type LaidOutRow = {
  /** Index among the rows of the document. */
  readonly index: number
  /** Zero-based. */
  readonly page: number
  /** Indices into the words of its page. */
  readonly words: readonly number[]
  /** Text with its columns aligned by spaces, without surrounding spaces. */
  readonly text: string
  /** Offset of its line in the whole text. */
  readonly offset: number
}

const rowsByDocument = new WeakMap<DocumentText, readonly LaidOutRow[]>()

/**
 * Returns the rows of a document in text order, without blank lines and separators; cached per
 * document.
 */
export function getRows(document: DocumentText): readonly LaidOutRow[] {
  const rows = rowsByDocument.get(document) ?? layOutRows(document)
  rowsByDocument.set(document, rows)
  return rows
}

function layOutRows(document: DocumentText): readonly LaidOutRow[] {
  const layout = layoutText(withStruckMarked(document))
  const texts = layout.text.split('\n')
  const offsets: number[] = []
  let offset = 0
  for (const text of texts) {
    offsets.push(offset)
    offset += text.length + 1
  }
  return layout.lines.map(({ page, lineIndex, words }, index) => ({
    index,
    page,
    words,
    offset: offsets[lineIndex] ?? 0,
    text: (texts[lineIndex] ?? '').replace('\f', '').trim(),
  }))
}

type Range = { readonly start: number; readonly end: number }

/** Returns the rows that begin in one of the ranges of the whole text, each once and in order. */
export function findRowsInRanges(
  document: DocumentText,
  ranges: readonly Range[],
): readonly LaidOutRow[] {
  const sorted = ranges.toSorted((a, b) => a.start - b.start)
  let next = 0
  return getRows(document).filter(({ offset }) => {
    while (next < sorted.length && (sorted[next]?.end ?? 0) <= offset) next += 1
    const range = sorted[next]
    return range !== undefined && offset >= range.start
  })
}
