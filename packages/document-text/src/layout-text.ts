import type { Box, DocumentText, Line, Page, Word } from './model.ts'
import { wordsOf } from './page-lines.ts'
import { directionOf } from './words/text-direction.ts'

export type LayoutOptions = {
  /** Ends every page; `{{page_no}}` in it becomes the number of the page, from 1. */
  readonly pageSeparator?: string
  /** Above 1, columns move apart. */
  readonly horizontalStretch?: number
}

/** Where a line of words went in the layout text. */
export type LayoutLine = {
  /** Zero-based. */
  readonly page: number
  /** Zero-based over all lines of the whole text, the blank ones and the separators included. */
  readonly lineIndex: number
  /** The words of the line: `page.words.slice(start, end)`. */
  readonly start: number
  readonly end: number
  readonly box: Box
}

export type LayoutText = {
  readonly text: string
  readonly lines: readonly LayoutLine[]
}

/** In cells: what a gap must exceed to be kept as columns; less becomes one space. */
const smallestColumnGap = 1.2
/** In heights of the line: a step from base line to base line that leaves a blank line. */
const blankLineStep = 1.6

/**
 * The text as on a typewriter: each line of words is a line of text, and words keep their columns by
 * spacing. A page is two blank lines, its lines, each ended by a space, a blank line, the separator and
 * a form feed; an empty page has no leading lines. Same document, same text.
 */
export function layoutText(document: DocumentText, options: LayoutOptions = {}): LayoutText {
  const { pageSeparator = '<<<', horizontalStretch = 1 } = options
  const lines: LayoutLine[] = []
  let text = ''
  let lineIndex = 0
  const write = (part: string) => {
    text += part
    lineIndex += part.split('\n').length - 1
  }

  for (const page of document.pages) {
    if (page.lines.length > 0) write('\n\n')
    for (const { line, text, isApart } of layoutPage(page, horizontalStretch)) {
      if (isApart) write('\n')
      const { start, end, box } = line
      lines.push({ page: page.number, lineIndex, start, end, box })
      write(`${text} \n`)
    }
    write(`\n${pageSeparator.replaceAll('{{page_no}}', String(page.number + 1))}\f`)
  }
  return { text, lines }
}

type TextLine = { readonly line: Line; readonly text: string; readonly isApart: boolean }

/** A word with its extent along the lines, from the page's leading edge. */
type Extent = { readonly text: string; readonly start: number; readonly end: number }

function layoutPage(page: Page, stretch: number): TextLine[] {
  const main = page.lines[0]?.angle ?? 0
  const isMirrored = runsRightToLeft(page.words)
  const placed = page.lines.map((line) => {
    const isMain = (line.angle ?? 0) === main && main % 90 === 0
    const extents = wordsOf(page, line).map((word) => extentOf(word, main, isMirrored))
    return { line, isMain, extents: extents.toSorted((a, b) => a.start - b.start) }
  })
  const mainLines = placed.filter(({ isMain }) => isMain)
  const margin = Math.min(...mainLines.flatMap(({ extents }) => extents.map(({ start }) => start)))
  const cell = cellWidth(mainLines.flatMap(({ extents }) => extents)) / stretch

  return placed.map(({ line, isMain, extents }, i) => ({
    line,
    text: isMain ? typeLine(extents, margin, cell) : wordsOf(page, line).map(textOf).join(' '),
    isApart: i > 0 && isApart(placed[i - 1]!.line, line),
  }))
}

function textOf(word: Word): string {
  return word.text
}

/** Pages of Arabic or Hebrew are laid out from the right edge, as a reader of them sets the text. */
function runsRightToLeft(words: readonly Word[]): boolean {
  const directions = words.map((word) => directionOf(word.text))
  const count = (wanted: string) => directions.filter((direction) => direction === wanted).length
  return count('left') > count('right')
}

function extentOf({ text, box }: Word, angle: number, isMirrored: boolean): Extent {
  const [start, end] = alongLine(box, angle)
  return isMirrored ? { text, start: -end, end: -start } : { text, start, end }
}

function alongLine([x0, y0, x1, y1]: Box, angle: number): [start: number, end: number] {
  if (angle === 90) return [y0, y1]
  if (angle === 180) return [-x1, -x0]
  if (angle === 270) return [-y1, -y0]
  return [x0, x1]
}

/** The mean width of a letter on the page. */
function cellWidth(extents: readonly Extent[]): number {
  const letters = extents.reduce((sum, { text }) => sum + text.length, 0)
  const width = extents.reduce((sum, { start, end }) => sum + end - start, 0)
  return width > 0 ? width / letters : 1
}

function typeLine(extents: readonly Extent[], margin: number, cell: number): string {
  let typed = ''
  let last = margin
  for (const { text, start, end } of extents) {
    const column = Math.round((start - margin) / cell)
    const isColumn = typed === '' || start - last > smallestColumnGap * cell
    const separator = typed === '' ? '' : ' '
    typed = (typed + separator).padEnd(isColumn ? column : 0) + text
    last = end
  }
  return typed
}

function isApart(before: Line, after: Line): boolean {
  if (before.angle !== after.angle) return true
  const [top, bottom] = acrossLines(before)
  const [nextTop, nextBottom] = acrossLines(after)
  const height = Math.min(bottom - top, nextBottom - nextTop)
  return nextBottom - bottom > blankLineStep * height
}

/** The extent across the lines, growing from line to line. */
function acrossLines({ box: [x0, y0, x1, y1], angle = 0 }: Line): [top: number, bottom: number] {
  if (angle === 90) return [-x1, -x0]
  if (angle === 180) return [-y1, -y0]
  if (angle === 270) return [x0, x1]
  return [y0, y1]
}
