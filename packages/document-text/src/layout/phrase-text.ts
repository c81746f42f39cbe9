import type { DocumentText, Page } from '../model.ts'
import { alignColumns } from './align-columns.ts'
import { assembleText, type LayoutText, type TextPart } from './assemble-text.ts'
import { cellWidth } from './cell-width.ts'
import { clusterRows, type RowOptions } from './cluster-rows.ts'
import { findBlanks } from './find-blanks.ts'
import { type LayoutOptions, rowOptions } from './layout-text.ts'
import { rawTail } from './raw-text.ts'
import { splitSegments, widestBlankOf } from './split-segments.ts'
import { frameWords } from './text-frame.ts'

type PhraseOptions = Pick<
  LayoutOptions,
  'pageSeparator' | 'addLineNumbers' | 'lineSplitterTolerance' | 'lineSplitterStrategy'
> & {
  /** Blank lines after each phrase; default 0. */
  readonly blankLines?: number
}

type Phrase = { readonly text: string; readonly words: readonly number[] }

/**
 * The text without layout, phrase by phrase: what stands in one row of the page with no more than blanks
 * between its words is a line of its own, in reading order. Words keep single spaces. A page ends in two
 * blank lines more than native text does.
 */
export function phraseText(document: DocumentText, options: PhraseOptions = {}): LayoutText {
  const rows = rowOptions(options)
  const parts = (page: Page) => partsOf(phrasesOf(page, rows), page, options)
  return assembleText(document, parts, options)
}

function partsOf(
  phrases: readonly Phrase[],
  page: Page,
  { blankLines = 0, pageSeparator }: PhraseOptions,
): readonly TextPart[] {
  const seam = { text: '\n'.repeat(1 + blankLines) }
  return [
    ...phrases.flatMap((phrase, i) => (i === 0 ? [phrase] : [seam, phrase])),
    { text: `\n\n\n${rawTail(page, pageSeparator)}` },
  ]
}

function phrasesOf(page: Page, options: RowOptions): readonly Phrase[] {
  const { frame, words: framedWords, others: otherLines } = frameWords(page)
  const words = alignColumns(framedWords)
  const rows = clusterRows(words, options)
  const cell = cellWidth(words)
  const widestBlank = widestBlankOf(rows, cell)
  const seams = { cell, widestBlank, frame, blanks: findBlanks(words, { cell, widestBlank }) }
  const turnedLines = otherLines.map(({ start, end }) => {
    const indices = Array.from({ length: end - start }, (_, i) => start + i)
    return { text: indices.map((index) => page.words[index]!.text).join(' '), words: indices }
  })
  const upright = rows
    .flatMap((row) => splitSegments(row, seams))
    .map((segment) => ({ text: segment.text, words: segment.words.map(({ index }) => index) }))
  return [...upright, ...turnedLines].sort((a, b) => firstOf(a) - firstOf(b))
}

/** The words of a page are in reading order. */
function firstOf({ words }: Phrase): number {
  return words.reduce((first, index) => Math.min(first, index), Number.POSITIVE_INFINITY)
}
