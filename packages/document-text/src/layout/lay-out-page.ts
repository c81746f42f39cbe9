import type { Page } from '../model.ts'
import { alignColumns } from './align-columns.ts'
import { cellWidth } from './cell-width.ts'
import { clusterRows, type RowOptions, type TextRow } from './cluster-rows.ts'
import { findBlanks } from './find-blanks.ts'
import { fitColumns } from './fit-columns.ts'
import { type FramedRulings, frameRulings, typeWithRulings } from './mark-rulings.ts'
import { sheetOf, typeLines } from './sheet.ts'
import { type Segment, splitSegments, widestBlankOf } from './split-segments.ts'
import { type FramedWord, frameWords, type TextFrame } from './text-frame.ts'

export type PageOptions = RowOptions & {
  /** Above 1, columns move apart. */
  readonly stretch: number
  /** Selects the ruling lines to draw. */
  readonly marks: 'none' | 'vertical' | 'both'
}

/** A line of text; a blank or a ruled one has no words. */
type PageLine = {
  readonly text: string
  readonly words: readonly number[]
}

/** Space, in cells, for a ruling on the left of all text. */
const roomForRule = 2
/** A page with more rulings has a drawing, not a table. */
const maxRules = 1000

/** The lines of a page as on a typewriter, without its frame. Text in other directions comes last. */
export function layOutPage(page: Page, options: PageOptions): readonly PageLine[] {
  const { frame, words: framedWords, others: otherLines } = frameWords(page)
  const words = alignColumns(framedWords)
  const lines = words.length > 0 ? layOutWords(page, { frame, words }, options) : []
  for (const { start, end } of otherLines) {
    if (lines.length > 0) lines.push({ text: '', words: [] })
    const indices = Array.from({ length: end - start }, (_, i) => start + i)
    lines.push({ text: indices.map((index) => page.words[index]!.text).join(' '), words: indices })
  }
  return lines
}

type Main = { readonly frame: TextFrame; readonly words: readonly FramedWord[] }

const noRules: FramedRulings = { vertical: [], horizontal: [] }

function layOutWords(page: Page, { frame, words }: Main, options: PageOptions): PageLine[] {
  const rules = selectRulings(page, frame, options)
  const rows = clusterRows(words, options)
  const cell = cellWidth(words, options.stretch)
  const widestBlank = widestBlankOf(rows, cell)
  const seams = { cell, widestBlank, frame, blanks: findBlanks(words, { cell, widestBlank }) }
  const segments = rows.map((row) =>
    splitSegments(row, { ...seams, bars: findBarsBeside(row, rules) }),
  )
  const grid = fitColumns(segments, { cell, margin: getLeftMargin(segments, rules, cell) })
  const sheet = sheetOf(rows, segments, grid)
  const typedLines = rules === noRules ? typeLines(sheet) : typeWithRulings(sheet, rules, grid)
  return typedLines.map(({ line, text }) => ({ text, words: line.segments.flatMap(indicesOf) }))
}

function selectRulings(page: Page, frame: TextFrame, { marks }: PageOptions): FramedRulings {
  if (marks === 'none' || !page.rules || page.rules.length > maxRules) return noRules
  const { vertical, horizontal } = frameRulings(page.rules, frame)
  return { vertical, horizontal: marks === 'both' ? horizontal : [] }
}

/** The vertical rules beside a row. */
function findBarsBeside({ base, height }: TextRow, { vertical }: FramedRulings): readonly number[] {
  const middle = base - height * 0.3
  return vertical
    .filter(({ from, to }) => from <= middle && middle <= to)
    .map(({ position }) => position)
}

/** The common left margin is dropped; a rule on the left of the text keeps a column of its own. */
function getLeftMargin(
  segments: readonly (readonly Segment[])[],
  { vertical }: FramedRulings,
  cell: number,
): number {
  const text = Math.min(...segments.map(([first]) => first!.start))
  const minRulingX = Math.min(...vertical.map(({ position }) => position))
  return minRulingX < text ? text - roomForRule * cell : text
}

function indicesOf({ words }: Segment): number[] {
  return words.map(({ index }) => index)
}
