import type { Box, Page } from '../model.ts'
import { uniteBoxes } from '../unite-boxes.ts'
import type { LayoutBlock } from './block.ts'
import { isMirrored, type LinePiece, type PageLine, toPageLines } from './line-pieces.ts'

/** A title is so much higher than the usual line of its page. */
const titleHeight = 1.25
const maxTitleLength = 200
/** In heights of a line: a wider gap ends a paragraph. */
const widestLeading = 0.9
/** Rows of which a table has at least so many, and cells in a row. */
const minRows = 2
/** More are no table that people read. */
const maxCells = 100
const bullet = /^(?:[•◦▪‣●○∙·*–-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+/u

/**
 * Titles, paragraphs, items of lists and tables of a page, in reading order, told by gaps, heights and columns alone. Linear in
 * the words of the page.
 */
export function findBlocks(page: Page): LayoutBlock[] {
  const isFromRight = isMirrored(page)
  const lines = toPageLines(page, isFromRight)
  const usual = median(lines.map(({ box }) => heightOf(box)))
  const blocks: LayoutBlock[] = []
  for (let index = 0; index < lines.length; ) {
    const rows = findTableAt(lines, index)
    const takenLines = rows.length > 0 ? rows : findParagraphAt(lines, index, usual)
    blocks.push(
      rows.length > 0 ? tableOf(page, rows, isFromRight) : blockOf(page, takenLines, usual),
    )
    index += takenLines.length
  }
  return blocks
}

const heightOf = (box: Box) => box[3] - box[1]

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

/** Rows below each other from there on, of two cells or more, of which each has two below cells of the row before. */
function findTableAt(lines: readonly PageLine[], index: number): readonly PageLine[] {
  const rows: PageLine[] = []
  for (let end = index; end < lines.length; end++) {
    const line = lines[end]
    if (!line || !continuesTable(rows.at(-1), line)) break
    rows.push(line)
  }
  return rows.length < minRows ? [] : rows
}

function continuesTable(previous: PageLine | undefined, line: PageLine): boolean {
  const { length } = line.pieces
  if (length < 2 || length > maxCells) return false
  return !previous || (isNear(previous, line, 2) && sharesColumns(previous, line))
}

/** Two cells or more stand below one of the row above, each of its own. */
function sharesColumns(previous: PageLine, line: PageLine): boolean {
  const shared = line.pieces.filter(({ box }) =>
    previous.pieces.some((one) => one.box[0] < box[2] && box[0] < one.box[2]),
  )
  return shared.length >= 2
}

function isNear(previous: PageLine, next: PageLine, gap: number): boolean {
  const height = Math.min(heightOf(previous.box), heightOf(next.box))
  const distance = next.box[1] - previous.box[3]
  return distance <= gap * height && distance > -height
}

function findParagraphAt(
  lines: readonly PageLine[],
  index: number,
  usual: number,
): readonly PageLine[] {
  let end = index + 1
  while (end < lines.length) {
    const previous = lines[end - 1]
    const line = lines[end]
    if (!previous || !line || !continuesParagraph(previous, line, usual)) break
    if (findTableAt(lines, end).length > 0) break
    end += 1
  }
  return lines.slice(index, end)
}

function continuesParagraph(previous: PageLine, line: PageLine, usual: number): boolean {
  return (
    isNear(previous, line, widestLeading) &&
    isTitle(previous, usual) === isTitle(line, usual) &&
    !bullet.test(textOf(line)) &&
    line.box[0] < previous.box[2] &&
    previous.box[0] < line.box[2]
  )
}

const isTitle = ({ box }: PageLine, usual: number) => heightOf(box) > titleHeight * usual
const textOf = ({ pieces }: PageLine) => pieces.map(({ text }) => text).join(' ')

function blockOf(page: Page, lines: readonly PageLine[], usual: number): LayoutBlock {
  const text = lines.map(textOf).join(' ')
  const place = { page: page.number, box: uniteBoxes(lines.map(({ box }) => box)) }
  if (bullet.test(text)) return { kind: 'list-item', ...place, text }
  const isHigh = lines.every((line) => isTitle(line, usual)) && text.length <= maxTitleLength
  return { kind: isHigh ? 'title' : 'text', ...place, text }
}

/** A column begins where a cell begins that no column of the rows before covers. */
function tableOf(page: Page, rows: readonly PageLine[], isFromRight: boolean): LayoutBlock {
  const columns: [from: number, to: number][] = []
  for (const { box } of rows.flatMap(({ pieces }) => pieces)) {
    const column = columns.find(([from, to]) => box[0] < to && from < box[2])
    if (!column) columns.push([box[0], box[2]])
    else {
      column[0] = Math.min(column[0], box[0])
      column[1] = Math.max(column[1], box[2])
    }
  }
  columns.sort((a, b) => (isFromRight ? b[0] - a[0] : a[0] - b[0]))
  const cells = rows.map(({ pieces }) => cellsOf(pieces, columns))
  return {
    kind: 'table',
    page: page.number,
    box: uniteBoxes(rows.map(({ box }) => box)),
    text: cells.map((row) => row.join('\t')).join('\n'),
    cells,
  }
}

function cellsOf(
  pieces: readonly LinePiece[],
  columns: readonly (readonly [number, number])[],
): string[] {
  const cells = columns.map(() => '')
  for (const { text, box } of pieces) {
    const column = columns.findIndex(([from, to]) => box[0] < to && from < box[2])
    cells[column] = cells[column] ? `${cells[column]} ${text}` : text
  }
  return cells
}
