import type { Box, DocumentText, Page } from '../model.ts'
import type { LayoutText } from './assemble-text.ts'

/** Where a line of a text stands on its page, in pixels at 288 dots an inch. A line without words is all zero. */
export type LineTableRow = {
  /** Zero-based: the page's own number. */
  readonly page: number
  /** From the top of the page to the lower edge of the line: the mean of its words, each counted by its letters, as the height is. */
  readonly baseY: number
  readonly height: number
  readonly pageHeight: number
  /** The mean of its words, 0 to 1, each counted by its letters; absent without words. */
  readonly confidence?: number
}

/** A line in the reply to a request for highlights. */
type HighlightEntry = {
  readonly base_y: number
  readonly base_y_percent: number
  readonly height: number
  readonly height_percent: number
  readonly page: number
  readonly page_height: number
  /** `[page, base_y, height, page_height]`, then the line's confidence when it was asked for. */
  readonly raw: readonly number[]
}

/** `[page, line position, page height, line height]`: the order of the studio, not that of `raw`. */
export type StudioHighlight = readonly [number, number, number, number]

/** A point is 1/72 inch. */
const pixelsPerPoint = 288 / 72
const missingRow: LineTableRow = { page: 0, baseY: 0, height: 0, pageHeight: 0 }

/** One row for every line of the text, in its order: the blank lines and the separators too. */
export function lineTable(
  document: DocumentText,
  { text, lines }: LayoutText,
): readonly LineTableRow[] {
  const pages = new Map(document.pages.map((page) => [page.number, page]))
  const rows: LineTableRow[] = Array.from({ length: text.split('\n').length }, () => missingRow)
  for (const { page: number, lineIndex, words, box } of lines) {
    const page = pages.get(number)
    if (!page) continue
    const row = lineRow(page, meanBox(page, words) ?? box)
    rows[lineIndex] = { ...row, confidence: meanConfidence(page, words) }
  }
  return rows
}

/** Returns the row of a box of a page, by its height alone. */
export function lineRow(
  page: Pick<Page, 'number' | 'height'>,
  [, top, , bottom]: Box,
): LineTableRow {
  return {
    page: page.number,
    baseY: pixels(bottom),
    height: pixels(bottom - top),
    pageHeight: pixels(page.height),
  }
}

export function highlightEntry(
  row: LineTableRow,
  { withConfidence = false }: { readonly withConfidence?: boolean } = {},
): HighlightEntry {
  const { page, baseY, height, pageHeight, confidence } = row
  const raw = [page, baseY, height, pageHeight]
  return {
    base_y: baseY,
    base_y_percent: percent(baseY, pageHeight),
    height,
    height_percent: percent(height, pageHeight),
    page,
    page_height: pageHeight,
    raw: withConfidence && confidence !== undefined ? [...raw, confidence] : raw,
  }
}

export function studioHighlight({
  page,
  baseY,
  height,
  pageHeight,
}: LineTableRow): StudioHighlight {
  return [page, baseY, pageHeight, height]
}

function pixels(points: number): number {
  return Math.round(points * pixelsPerPoint)
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Number(((part / whole) * 100).toFixed(4))
}

/**
 * A line is as high, and stands as low, as its words on the mean, each counted by its letters: one raised sign or one
 * high capital does not lift it. What was recognised in a picture, such as a logo, does not move printed words.
 */
function meanBox({ words }: Page, all: readonly number[]): Box | undefined {
  const printedWords = all.filter((index) => words[index]!.origin !== 'ocr')
  const indices = printedWords.length > 0 ? printedWords : all
  let letters = 0
  let x0 = Number.POSITIVE_INFINITY
  let x1 = Number.NEGATIVE_INFINITY
  let top = 0
  let bottom = 0
  for (const index of indices) {
    const { text, box } = words[index]!
    letters += text.length
    top += box[1] * text.length
    bottom += box[3] * text.length
    x0 = Math.min(x0, box[0])
    x1 = Math.max(x1, box[2])
  }
  return letters === 0 ? undefined : [x0, top / letters, x1, bottom / letters]
}

function meanConfidence({ words }: Page, indices: readonly number[]): number {
  let letters = 0
  let sum = 0
  for (const index of indices) {
    const { text, confidence } = words[index]!
    letters += text.length
    sum += confidence * text.length
  }
  return letters === 0 ? 0 : Number((sum / letters).toFixed(4))
}
