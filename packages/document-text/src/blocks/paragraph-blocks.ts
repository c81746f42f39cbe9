import { omitUndefined } from '@recto/omit-undefined'
import { uniteBoxes } from '../unite-boxes.ts'
import type { DraftBlock } from './block.ts'
import { medianOf, middleHeightOf, type PageRow, sizeOf, textOfRow } from './page-rows.ts'

/** The usual look of text on the page. */
export type TextLook = {
  /** Size of the letters; the height of the lines where no size is stated. */
  readonly size: number
  readonly hasStyles: boolean
  readonly isBold: boolean
  readonly lineStep: number
}

/** A title is so much larger than the text; a guessed height needs more. */
const minTitleSize = 1.1
const minTitleHeight = 1.25
const maxTitleLength = 200
const maxTitleRows = 3
const maxLineStep = 1.3
const minIndent = 0.7
/** Marks of list items, with the blank after them. */
const listMark = /^(?:[•◦▪▫■□‣●○∙·⁃–*-]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\(?[ivx]{1,5}[.)])\s+/u
/** The number of a section: `1.`, `2.3`, `A.1`. */
const sectionNumber = /^(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){0,4}\.?\s+\p{L}/u

/** A row with what it looks like. */
type StyledRow = {
  readonly row: PageRow
  readonly text: string
  readonly size: number
  readonly isBold: boolean
}

/** Titles, paragraphs and items of lists, from rows that follow each other in one column. */
export function paragraphBlocks(
  rows: readonly PageRow[],
  page: number,
  look: TextLook,
): DraftBlock[] {
  const styledRows = rows.map((row) => styleRow(row, look))
  const blocks: DraftBlock[] = []
  for (let index = 0; index < styledRows.length; ) {
    const end = endOfBlock(styledRows, index, look)
    blocks.push(blockOf(styledRows.slice(index, end), page, look))
    index = end
  }
  return withListLevels(blocks)
}

function styleRow(row: PageRow, { hasStyles }: TextLook): StyledRow {
  const words = row.items.map(({ word }) => word)
  const letters = words.filter(({ text }) => /[\p{L}\d]/u.test(text))
  const heights = words.map(({ box }) => box[3] - box[1])
  return {
    row,
    text: textOfRow(row),
    size: hasStyles ? sizeOf(letters.length > 0 ? letters : words) : medianOf(heights),
    isBold: letters.length > 0 && letters.every(({ style }) => style?.isBold),
  }
}

/** Whether a row is a title by itself: larger than the text, or bold and not a sentence. */
function isTitle({ row, text, size, isBold }: StyledRow, look: TextLook): boolean {
  if (text.length > maxTitleLength || !/\p{L}/u.test(text)) return false
  if (size > (look.hasStyles ? minTitleSize : minTitleHeight) * look.size) return true
  if (!isBold || look.isBold || size < 0.95 * look.size) return false
  return !/[.:,;]$/u.test(text) && !hasWideGap(row, size)
}

function hasWideGap({ items }: PageRow, size: number): boolean {
  return items.slice(1).some(({ box }, i) => i > 0 && box[0] - items[i]!.box[2] > 2 * size)
}

function endOfBlock(rows: readonly StyledRow[], start: number, look: TextLook): number {
  const first = rows[start]!
  const titleEnd = endOfTitle(rows, start, look)
  if (titleEnd > start) return titleEnd
  const isItem = listMark.test(first.text)
  const continues = (row: StyledRow, previous: StyledRow) =>
    isItem ? hangs(first, row) : !beginsParagraph(previous, row)
  let end = start + 1
  while (end < rows.length && isTextBelow(rows, end, look)) {
    if (!continues(rows[end]!, rows[end - 1]!)) break
    end++
  }
  return end
}

/** Whether a row stands close below the one before, and is neither a title nor the beginning of an item. */
function isTextBelow(rows: readonly StyledRow[], index: number, look: TextLook): boolean {
  const row = rows[index]!
  if (listMark.test(row.text) || endOfTitle(rows, index, look) > index) return false
  return isNear(rows[index - 1]!, row, look)
}

/** Rows of one look that follow each other closely are one title; more of them are bold text. */
function endOfTitle(rows: readonly StyledRow[], start: number, look: TextLook): number {
  const first = rows[start]!
  if (!isTitle(first, look)) return start
  if (listMark.test(first.text) && !sectionNumber.test(first.text)) return start
  let end = start + 1
  while (end < rows.length && isSameTitle(rows[end - 1]!, rows[end]!, look)) end++
  return end - start > maxTitleRows ? start : end
}

function isSameTitle(previous: StyledRow, row: StyledRow, look: TextLook): boolean {
  const ratio = row.size / previous.size
  return (
    isTitle(row, look) &&
    row.isBold === previous.isBold &&
    ratio > 0.95 &&
    ratio < 1.05 &&
    !sectionNumber.test(row.text) &&
    stepTo(previous, row) <= (look.hasStyles ? 1.55 : 1.9) * row.size
  )
}

const stepTo = (previous: StyledRow, row: StyledRow) =>
  middleHeightOf(row.row.box) - middleHeightOf(previous.row.box)

function isNear(previous: StyledRow, row: StyledRow, { lineStep }: TextLook): boolean {
  const ratio = row.size / previous.size
  if (ratio > 1.15 || ratio < 0.85) return false
  const step = stepTo(previous, row)
  return step > 0 && step <= maxLineStep * lineStep * Math.max(1, ratio)
}

function hangs(first: StyledRow, row: StyledRow): boolean {
  return row.row.box[0] > first.row.box[0] + minIndent * first.size
}

/** An indented line, or one in a column of its own, begins a paragraph. */
function beginsParagraph(previous: StyledRow, { row, size }: StyledRow): boolean {
  const { box } = previous.row
  if (row.box[0] >= box[2] || row.box[2] <= box[0]) return true
  const isIndented = row.box[0] > box[0] + minIndent * size && row.box[0] < box[0] + 4 * size
  return isIndented && /[.!?:)\]»”"]$/u.test(previous.text)
}

function blockOf(rows: readonly StyledRow[], page: number, look: TextLook): DraftBlock {
  const first = rows[0]!
  const text = rows.map((row) => row.text).join(' ')
  const place = { page, box: uniteBoxes(rows.map(({ row }) => row.box)) }
  if (endOfTitle(rows, 0, look) > 0) {
    const { size, isBold } = first
    return { kind: 'title', ...place, text, look: { size, isBold } }
  }
  return listMark.test(text)
    ? { kind: 'list-item', ...place, text, level: 0 }
    : { kind: 'text', ...place, text }
}

/** Items that begin further right belong to the one before. */
function withListLevels(blocks: readonly DraftBlock[]): DraftBlock[] {
  let starts: number[] = []
  return blocks.map((block) => {
    if (block.kind !== 'list-item') {
      starts = []
      return block
    }
    const [start] = block.box
    starts = starts.filter((one) => one < start - 1)
    starts.push(start)
    return { ...block, ...omitUndefined({ level: starts.length - 1 }) }
  })
}
