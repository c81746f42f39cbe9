import { getHeight, union } from '../../align/boxes.ts'
import { type Passage, toPassage } from '../../align/passage.ts'
import type { CellRow } from '../../labels/cell-rows.ts'
import { findNumbers } from '../../values/parse-number.ts'
import type { PageRange } from '../found-rows.ts'
import type { Headings, RowSource } from './headed-column.ts'
import { namesSum } from './row-totals.ts'
import { isRule } from './split-headings.ts'

/** Rows of several texts that follow each other closely and begin at the same place, without known headings. */
export type RowBlock = {
  readonly rows: readonly CellRow[]
  /** The texts directly above. */
  readonly titles: readonly string[]
  /** The row below that sums up the others. */
  readonly sum: CellRow | undefined
}

/** Maximum number of blocks compared with a question; the first ones count. */
const maxBlocks = 200
const maxRows = 500
const minRows = 2
const maxWords = 14
/** Maximum number of rows above a block that can say what it lists. */
const maxTitleRows = 3
/** Maximum length of the number of a title. */
const maxNumberLength = 5
/** Maximum gap between two rows, and between the title and the first row, in row heights. */
const maxRowGap = 1.2
const maxTitleGap = 2.2
/** Maximum distance of the left edges of rows, in row heights. */
const maxIndent = 1.2

type OpenBlock = {
  readonly first: number
  readonly rows: CellRow[]
  readonly isBelowHeadings: boolean
  /** A title beside the first row. */
  title: string | undefined
  sum: CellRow | undefined
}

/** Finds the blocks of a document that no known headings stand above, whatever they are about. */
export function findTextBlocks(
  source: RowSource,
  tables: readonly Headings[],
  { fromPage, toPage }: PageRange,
): readonly RowBlock[] {
  const headingRows = new Set(tables.flatMap(toRowIndexes))
  const rows = source.rows.map((row) => ({
    ...row,
    cells: row.cells.flatMap((cell) => splitAtLeaders(source, cell)),
  }))
  const isInRange = ({ page, cells }: CellRow) =>
    page >= fromPage && page <= toPage && cells.length > 0
  return openBlocks(rows, headingRows, isInRange)
    .filter((one) => !one.isBelowHeadings)
    .filter((one) => one.rows.length >= minRows && one.rows.length <= maxRows)
    .slice(0, maxBlocks)
    .map(({ rows: rowsOfBlock, first, title, sum }) => ({
      rows: rowsOfBlock,
      titles: [...(title === undefined ? [] : [title]), ...findTitles(rows, first)],
      sum,
    }))
}

function openBlocks(
  rows: readonly CellRow[],
  headingRows: ReadonlySet<number>,
  isInRange: (row: CellRow) => boolean,
): readonly OpenBlock[] {
  const blocks: OpenBlock[] = []
  let block: OpenBlock | undefined
  const readRows = [...rows.entries()].filter(([, row]) => isInRange(row) && !isRule(row))
  for (const [index, row] of readRows) {
    const isHeading = headingRows.has(index)
    const isNew = isHeading || !block || !continuesBlock(block, row, rows[index - 1])
    block = isNew ? openBlock(row, index, isHeading) : extendBlock(block, row)
    if (block && isNew) blocks.push(block)
  }
  return blocks
}

const extendBlock = (block: OpenBlock | undefined, row: CellRow): OpenBlock | undefined =>
  block && addRow(block, row) ? block : undefined

const toRowIndexes = ({ first, last }: Headings): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** A row of dots leads from a text to what belongs to it. */
const isLeader = (text: string): boolean => /^[.…·_]{3,}$/u.test(text)
const singleDots = /(?:^|\s)\.\s\.\s\./u

function splitAtLeaders({ document }: RowSource, cell: Passage): readonly Passage[] {
  const words = document.pages[cell.page]?.words ?? []
  const hasDots = singleDots.test(cell.text)
  const divides = (word: number) => {
    const text = words[word]?.text ?? ''
    return isLeader(text) || (hasDots && text === '.')
  }
  if (!cell.words.some(divides)) return [cell]
  const parts: number[][] = [[]]
  for (const word of cell.words) {
    if (divides(word)) parts.push([])
    else parts.at(-1)?.push(word)
  }
  return parts.filter((part) => part.length > 0).map((part) => toPassage(document, cell.page, part))
}

function openBlock(row: CellRow, first: number, isHeading: boolean): OpenBlock | undefined {
  if (!isHeading && (!isStructured(row) || namesSum(row.cells[0]?.text ?? ''))) return undefined
  return { first, rows: [row], isBelowHeadings: isHeading, title: undefined, sum: undefined }
}

/** Adds a row or what only says more about the row above; returns false for a sum, which ends the block. */
function addRow(block: OpenBlock, row: CellRow): boolean {
  if (separatesTitle(block, row)) separateTitle(block)
  if (isSum(block, row)) block.sum = row
  else if (isStructured(row) && !isIndented(block, row)) block.rows.push(row)
  return block.sum === undefined
}

/** Whether the first text of the first of several rows is their title, on their left. */
function separatesTitle({ rows }: OpenBlock, { cells }: CellRow): boolean {
  const [first, ...otherRows] = rows
  const beginning = first?.cells[1]
  const box = cells[0]?.box
  if (!first || !beginning || !box || otherRows.length > 0 || cells.length < 2) return false
  return first.cells.length === cells.length + 1 && Math.abs(box[0] - beginning.box[0]) < 2
}

function separateTitle(block: OpenBlock): void {
  const [first] = block.rows
  if (!first) return
  block.title = first.cells[0]?.text
  block.rows[0] = { ...first, cells: first.cells.slice(1) }
}

const maxRounding = 0.005

/** Whether a row names a sum, or its last number is the sum of those above. */
function isSum({ rows }: OpenBlock, row: CellRow): boolean {
  if (namesSum(row.cells[0]?.text ?? '')) return true
  // A larger block is left out anyway, and its rows would be added up again for each further one.
  if (rows.length > maxRows) return false
  const sum = rows.reduce((total, one) => total + (readLastNumber(one) ?? 0), 0)
  const numbers = row.cells.flatMap(({ text }) => findNumbers(text).map(({ value }) => value))
  return (
    rows.length > 1 && sum !== 0 && numbers.some((value) => Math.abs(sum - value) < maxRounding)
  )
}

const readLastNumber = ({ cells }: CellRow): number | undefined =>
  findNumbers(cells.at(-1)?.text ?? '').at(-1)?.value

/** Whether a row belongs to a block: it begins at the same place, or it only says more about the row above. */
function continuesBlock(block: OpenBlock, row: CellRow, previous: CellRow | undefined): boolean {
  if (!previous || previous.page !== row.page) return false
  const box = getBoxOfRow(row)
  if (box[1] - getBoxOfRow(previous)[3] > maxRowGap * getHeight(box)) return false
  if (isSum(block, row)) return true
  // Below a title of two texts, such as `§ 4  Rent`, the rows are indented.
  if (isIndented(block, row))
    return block.rows.length > 1 || !isStructured(row) || separatesTitle(block, row)
  return isStructured(row) && getIndent(block, row) >= -maxIndent
}

const getBoxOfRow = ({ cells }: CellRow) => union(cells.map(({ box }) => box))

const isStructured = ({ cells }: CellRow): boolean =>
  cells.length > 1 &&
  cells.every(({ words }) => words.length <= maxWords) &&
  !/[:：]$/u.test(cells[0]?.text ?? '')

function getIndent({ rows }: OpenBlock, { cells }: CellRow): number {
  const box = cells[0]?.box ?? [0, 0, 0, 0]
  return (box[0] - (rows[0]?.cells[0]?.box[0] ?? 0)) / Math.max(1, getHeight(box))
}

const isIndented = (block: OpenBlock, row: CellRow): boolean => getIndent(block, row) > maxIndent

function findTitles(rows: readonly CellRow[], first: number): readonly string[] {
  const titles: string[] = []
  for (let index = first - 1; index >= Math.max(0, first - maxTitleRows); index--) {
    const row = rows[index]
    const nextRow = rows[index + 1]
    if (!row || !nextRow || row.page !== nextRow.page || !canBeTitle(row)) break
    const box = getBoxOfRow(row)
    const maxGap = titles.length === 0 ? maxTitleGap : maxRowGap
    if (getBoxOfRow(nextRow)[1] - box[3] > maxGap * getHeight(box)) break
    titles.push(row.cells.map(({ text }) => text).join(' '))
  }
  return titles
}

/** A title is one text, or one with its number before it. */
const canBeTitle = ({ cells: [first, ...otherCells] }: CellRow): boolean =>
  first !== undefined &&
  (otherCells.length === 0 || (otherCells.length === 1 && first.text.length <= maxNumberLength))
