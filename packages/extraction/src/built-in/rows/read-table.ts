import type { Box } from '@recto/document-text/model'
import { getHeight, union } from '../../align/boxes.ts'
import type { Passage } from '../../align/passage.ts'
import type { CellRow } from '../../labels/cell-rows.ts'
import { findNumbers } from '../../values/parse-number.ts'
import type { PageRange } from '../found-rows.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { assignCells, findColumnEnds, type RowCells } from './column-bands.ts'
import { describeColumns, isNumberCell } from './column-content.ts'
import { continuesRow } from './continues-row.ts'
import type { Headings } from './headed-column.ts'
import { repeatsHeadings } from './headings.ts'
import { isDay, isTotal } from './row-totals.ts'
import { isProse, isRule, isWideGap, sampleRows } from './split-headings.ts'
import {
  countFilled,
  getUsualFill,
  hasNumbers,
  type NextRow,
  type ReadRow,
  type SumRow,
  type TableState,
} from './table-state.ts'

export type ReadTable = {
  readonly headings: Headings
  readonly rows: readonly ReadRow[]
  /** Numbers in the rows that sum up others. */
  readonly totals: readonly number[]
  /** The texts of rows that sum up others, each with the number of rows above it. */
  readonly sums: readonly SumRow[]
  /** Lines between the rows that look like rows and were not read. */
  readonly unread: readonly CellRow[]
  /** Lines below rows that state details and belong to no column. */
  readonly details: readonly Passage[]
}

/** Maximum gap between rows, in heights of a heading; further down begins something else. */
const maxRowGap = 6

/** Maximum distance of the left edges of texts that are below each other. */
const maxIndent = 3

/** Reads the rows below headings, across pages, without repeated headings and totals. */
export function readTable(
  preparedDocument: PreparedDocument,
  headings: Headings,
  all: readonly Headings[],
  { fromPage, toPage }: PageRange,
): ReadTable {
  const { rows } = preparedDocument
  const state: TableState = {
    preparedDocument,
    ...readLayout(preparedDocument, headings),
    rows: [],
    totals: [],
    sums: [],
    columnSums: [],
    summedCount: 0,
    unread: [],
    details: [],
    skipped: [],
    page: headings.page,
    bottom: getBottom(headings),
    maxGap: 0,
    isFinished: false,
    isAfterTotal: false,
    isAfterHeadings: true,
  }
  const { repeatedByRow, otherRows } = sortHeadings(headings, all)
  for (let rowIndex = headings.last + 1; rowIndex < rows.length; rowIndex++) {
    const row = rows[rowIndex]
    if (!row || row.page > toPage) break
    const repeatedHeadings = repeatedByRow.get(rowIndex)
    if (repeatedHeadings) {
      restartAtHeadings(state, repeatedHeadings)
      rowIndex = repeatedHeadings.last
    } else if (row.page >= fromPage) {
      addNextRow(state, row, { isOther: otherRows.has(rowIndex), next: rows[rowIndex + 1] })
    }
  }
  return {
    headings,
    rows: state.rows,
    totals: state.totals,
    sums: state.sums,
    unread: state.unread,
    details: state.details,
  }
}

/** Sorts headings into those that repeat the ones of the table and those of other tables. */
function sortHeadings(headings: Headings, all: readonly Headings[]) {
  const { repeated: repeatedHeadings = [], other: otherHeadings = [] } = Object.groupBy(
    all,
    (one) => (repeatsHeadings(headings, one) ? 'repeated' : 'other'),
  )
  return {
    repeatedByRow: new Map(repeatedHeadings.map((one) => [one.first, one])),
    otherRows: new Set(otherHeadings.map(({ first }) => first)),
  }
}

type Layout = Pick<TableState, 'columns' | 'ends' | 'contents' | 'tightGap'>

function readLayout(preparedDocument: PreparedDocument, headings: Headings): Layout {
  const { columns } = headings
  const sample = sampleRows(preparedDocument, headings)
  const rows = sample.filter((row) => !isTotal(row))
  const ends = findColumnEnds(preparedDocument, columns, rows)
  const cells = rows.map((row) => assignCells(preparedDocument, row, ends))
  return {
    columns,
    ends,
    contents: describeColumns(columns, cells),
    tightGap: findTightGap(sample),
  }
}

type GapBefore = { readonly gap: number; readonly cellCount: number }

/**
 * Finds the gap that divides the distances between lines of one row from those between rows: the
 * latter are at least twice as large.
 */
function findTightGap(sample: readonly CellRow[]): number {
  const boxes = sample.map(({ cells }) => union(cells.map(({ box }) => box)))
  const gaps = sample
    .slice(1)
    .map(({ cells }, index): GapBefore => {
      const upperBox = boxes[index]
      const box = boxes[index + 1]
      return { gap: upperBox && box ? box[1] - upperBox[3] : 0, cellCount: cells.length }
    })
    .toSorted((a, b) => a.gap - b.gap)
  const height = boxes[0] ? getHeight(boxes[0]) : 0
  const jump = gaps.findIndex(({ gap }, index) => {
    const previous = gaps[index - 1]?.gap
    return previous !== undefined && isJump(previous, gap, height)
  })
  const previous = gaps[jump - 1]
  const next = gaps[jump]
  if (!previous || !next) return 0
  const dividesLines = countCells(gaps.slice(0, jump)) <= countCells(gaps.slice(jump))
  return dividesLines ? (next.gap + previous.gap) / 2 : 0
}

const isJump = (previous: number, gap: number, height: number): boolean =>
  previous < 0.6 * height && gap - previous > 0.25 * height && gap > 1.9 * Math.max(previous, 0.5)

/** Median number of cells of lines: those that continue a row have no more than those that begin one. */
const countCells = (gaps: readonly GapBefore[]): number =>
  gaps.map(({ cellCount }) => cellCount).toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0

const getBottom = ({ columns }: Headings) => Math.max(...columns.map(({ box }) => box[3]))

function restartAtHeadings(state: TableState, headings: Headings): void {
  const isSameCount = headings.columns.length === state.columns.length
  if (isSameCount) Object.assign(state, readLayout(state.preparedDocument, headings))
  Object.assign(state, {
    page: headings.page,
    bottom: getBottom(headings),
    isFinished: false,
    isAfterHeadings: true,
  })
}

type RowContext = { readonly isOther: boolean; readonly next: CellRow | undefined }

function addNextRow(state: TableState, row: CellRow, { isOther, next }: RowContext): void {
  const [cell] = row.cells
  if (!cell || isRule(row) || isPageNumber(row)) return
  startPage(state, row)
  const box = union(row.cells.map((one) => one.box))
  const gap = state.bottom === 0 ? 0 : box[1] - state.bottom
  if (isOther || endsTable(state, gap, cell) || headsAnother(state, row)) state.isFinished = true
  if (state.isFinished) return
  if (isFarBelow(state, box, gap)) state.isAfterTotal = true
  const rowCells = assignCells(state.preparedDocument, row, state.ends)
  if (isTotal(row) || isSum(state, rowCells) || isDifference(state, rowCells))
    addTotal(state, row, box)
  else addOtherRow(state, row, { rowCells, box, gap, next })
}

/** A page without repeated headings can only continue with complete rows. */
function startPage(state: TableState, { page }: CellRow): void {
  if (page === state.page) return
  Object.assign(state, { page, isFinished: false, isAfterHeadings: false, bottom: 0 })
}

/** Whether a row is a line such as `Page 3 of 3`. */
const isPageNumber = ({ cells }: CellRow): boolean =>
  /^\p{L}{3,10} \d{1,4} ?(?:\p{L}{1,4}|\/) ?\d{1,4}$/u.test(cells.map(({ text }) => text).join(' '))

function addOtherRow(state: TableState, row: CellRow, nextRow: NextRow): void {
  if (addListRow(state, row, nextRow)) state.bottom = nextRow.box[3]
  else if (looksLikeRow(state, nextRow.rowCells)) state.skipped.push(row)
}

const endsTable = (state: TableState, gap: number, cell: Passage): boolean =>
  gap > computeMaxGap(state) || isAfterWideGap(state, gap, cell)

/** Several texts without numbers below a total are the headings of another table, if they do not fit the columns of this one. */
function headsAnother({ rows, sums, ends }: TableState, { cells }: CellRow): boolean {
  const isBelowTotal = sums.at(-1)?.rowCount === rows.length
  return (
    isBelowTotal &&
    cells.length > 1 &&
    cells.every(({ text }) => /\p{L}/u.test(text) && !/[\d:]/.test(text)) &&
    cells.every(({ box }) => ends.some((end) => box[0] < end && end < box[2]))
  )
}

/** Whether the gap above a row is much wider than those between the rows before. */
function isFarBelow({ rows, maxGap }: TableState, box: Box, gap: number): boolean {
  const left = rows.at(-1)?.[0]?.[0]?.box[0] ?? box[0]
  const isAligned = Math.abs(left - box[0]) < maxIndent
  const height = getHeight(box)
  return rows.length > 1 && isWideGap({ gap, height, maxGap, count: rows.length, isAligned })
}

/** Whether a line has a number below others and a text beside it. */
const looksLikeRow = ({ rows, contents }: TableState, rowCells: RowCells): boolean =>
  rows.length > 0 &&
  countFilled(rowCells) > 1 &&
  rowCells.some((cell, i) => cell && contents[i]?.isNumeric && isNumberCell(cell.text))

function addTotal(state: TableState, row: CellRow, box: Box): void {
  state.totals.push(...findNumbersInRow(state, row))
  state.sums.push({ label: row.cells[0]?.text ?? '', rowCount: state.rows.length })
  Object.assign(state, { bottom: box[3], isAfterTotal: true, isAfterHeadings: false })
}

/** A list without numbers ends where the gap is much wider than before. */
function isAfterWideGap(state: TableState, gap: number, cell: Passage): boolean {
  if (hasNumbers(state) || state.rows.length < 1) return false
  return gap > 2 * state.maxGap + 0.8 * getHeight(cell.box)
}

function computeMaxGap({ columns }: TableState): number {
  return maxRowGap * Math.max(1, ...columns.map(({ box }) => Math.min(getHeight(box), 14)))
}

/** Adds a row or a line of the row above; returns false for anything else. */
function addListRow(state: TableState, row: CellRow, nextRow: NextRow): boolean {
  if (isDetail(state, row, nextRow.rowCells)) {
    state.details.push(...row.cells)
    return true
  }
  if (isProse(row, state.columns) || runsAcross(state, row)) return addNote(state)
  if (isGroupTitle(state, nextRow) && isGroupHeading(state, nextRow)) return true
  if (continuesRow(state, row, nextRow)) return addLine(state, nextRow)
  const isRow =
    isWholeRow(state, nextRow.rowCells, nextRow.gap) || isLoneFirstCell(state, row, nextRow)
  return isRow ? addRow(state, nextRow) : isGroupHeading(state, nextRow)
}

function addLine({ rows }: TableState, { rowCells }: NextRow): true {
  for (const [i, cell] of rowCells.entries()) if (cell) rows.at(-1)?.[i]?.push(cell)
  return true
}

function addRow(state: TableState, { rowCells, gap }: NextRow): true {
  if (state.bottom !== 0 && !state.isAfterHeadings) state.maxGap = Math.max(state.maxGap, gap)
  state.rows.push(rowCells.map((cell) => (cell ? [cell] : [])))
  state.unread.push(...state.skipped)
  state.skipped = []
  Object.assign(state, { isAfterTotal: false, isAfterHeadings: false })
  return true
}

/** Rows can follow a note, but in a list of texts nothing tells them from other texts. */
function addNote(state: TableState): false {
  if (state.rows.length > 0)
    Object.assign(state, { isFinished: !hasNumbers(state), isAfterTotal: true })
  return false
}

/** Whether a line below a row states a detail of it: `GTIN: 4012345001235`. */
const isDetail = (state: TableState, { cells }: CellRow, rowCells: RowCells): boolean =>
  state.rows.length > 0 &&
  countFilled(rowCells) < getUsualFill(state) &&
  cells.every(({ text }) => /^\p{L}[\p{L}.() -]{0,40}:\s?\S{0,12}\d/u.test(text))

const minWordsOfProse = 4

/** Whether a text of words runs from one column into another. */
function runsAcross({ preparedDocument, ends }: TableState, { page, cells }: CellRow): boolean {
  return cells.some((cell) => {
    if (cell.words.length < minWordsOfProse) return false
    const parts = assignCells(preparedDocument, { page, cells: [cell] }, ends)
    const texts = parts.flatMap((part) =>
      part?.text.split(' ').length ? [part.text.split(' ')] : [],
    )
    return texts.some((words, index) => {
      const previous = texts[index - 1]?.at(-1)
      return previous !== undefined && !/\d/.test(previous) && !/\d/.test(words[0] ?? '')
    })
  })
}

/** Whether a text below the first column looks other than the rows: further left, or in capitals. */
function isGroupTitle({ rows }: TableState, { rowCells }: NextRow): boolean {
  const [first] = rowCells
  const firstCells = rows.flatMap((row) => row[0]?.[0] ?? [])
  if (!first || countFilled(rowCells) !== 1 || firstCells.length === 0) return false
  if (firstCells.every(({ box }) => box[0] - first.box[0] > maxIndent)) return true
  const capitalCount = firstCells.filter(({ text }) => isInCapitals(text)).length
  return isInCapitals(first.text) && capitalCount < firstCells.length / 3
}

const isInCapitals = (text: string): boolean => /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text)

/** A text alone in a row, with rows of the list below, heads a group of them. */
function isGroupHeading(state: TableState, { rowCells, next }: NextRow): boolean {
  if (countFilled(rowCells) !== 1 || state.isAfterTotal || !next || next.page !== state.page)
    return false
  const cells = assignCells(state.preparedDocument, next, state.ends)
  // The rows of a list of texts differ from what follows it in nothing but their places.
  const isInPlace = hasNumbers(state) || hasUsualPlaces(state, cells)
  return countFilled(cells) >= 2 && isInPlace && isWholeRow(state, cells)
}

/** Whether enough columns are filled for a separate row, and columns of numbers contain numbers. */
function isWholeRow(state: TableState, rowCells: RowCells, gap = 0): boolean {
  const filledCount = countFilled(rowCells)
  const { numberCount, wordCount } = countNumbers(state, rowCells)
  if (filledCount < 2 || wordCount > Math.max(1, numberCount)) return false
  if (!rowCells[0] && lacksName(state, rowCells)) return false
  // After a total, and on a page without repeated headings, it must resemble the previous rows.
  if (state.isAfterTotal || state.bottom === 0) return isFullRow(state, rowCells)
  if (!hasNumbers(state) || numberCount > 0) return true
  return filledCount >= Math.max(2, getUsualFill(state) - 1) || isRegular(state, rowCells, gap)
}

/** Whether a row lacks the text that names rows, or between sums the code that begins them. */
function lacksName(state: TableState, rowCells: RowCells): boolean {
  const main = findMainText(state)
  if (main !== undefined && !rowCells[main]) return true
  return state.sums.length > 0 && allBeginWithCodes(state)
}

const minRowsWithCodes = 2

const isCode = (text: string): boolean => /\d/.test(text) && !/\s/.test(text) && !isDay(text)

const allBeginWithCodes = ({ rows }: TableState): boolean =>
  rows.every(([codes]) => isCode(codes?.[0]?.text ?? ''))

/** Whether a row begins with a code below the codes that all rows begin with. */
function beginsLikeRows({ rows }: TableState, rowCells: RowCells): boolean {
  const [first] = rowCells
  return (
    first !== undefined &&
    isCode(first.text) &&
    rows.length >= minRowsWithCodes &&
    countFilled(rowCells) > 2 &&
    rows.every(([codes]) => {
      const code = codes?.[0]
      return code && isCode(code.text) && Math.abs(code.box[0] - first.box[0]) < maxIndent
    })
  )
}

/** Whether a row has nearly as many cells as those before, with numbers in the same places. */
function isFullRow(state: TableState, rowCells: RowCells): boolean {
  const { numbers, numberCount, wordCount } = countNumbers(state, rowCells)
  const usual = state.rows.length === 0 ? rowCells.length : getUsualFill(state)
  if (beginsLikeRows(state, rowCells) && numberCount > 0 && wordCount === 0)
    return hasUsualPlaces(state, numbers)
  if (countFilled(rowCells) < Math.max(2, usual - 1) || wordCount > 0) return false
  return (!hasNumbers(state) || numberCount > 0) && hasUsualPlaces(state, numbers)
}

/** Counts the cells in columns of numbers that are numbers, and those that are not. */
function countNumbers({ contents }: TableState, rowCells: RowCells) {
  const numbers = rowCells.map((cell, i) => (contents[i]?.isNumeric ? cell : undefined))
  const filledCells = numbers.filter((cell) => cell !== undefined)
  const numberCount = filledCells.filter((cell) => isNumberCell(cell.text)).length
  return { numbers, numberCount, wordCount: filledCells.length - numberCount }
}

/** Whether a row without numbers begins and follows like the rows before. */
function isRegular({ rows, maxGap }: TableState, [first]: RowCells, gap: number): boolean {
  const cellAbove = rows.at(-1)?.[0]?.[0]
  if (!first || !cellAbove || rows.length < 2) return false
  return Math.abs(first.box[0] - cellAbove.box[0]) < 2 && gap <= 1.3 * maxGap + 1
}

/** Whether the numbers share an edge with those above them. */
function hasUsualPlaces({ rows }: TableState, cells: RowCells): boolean {
  return cells.every((cell, i) => {
    const cellAbove = rows.findLast((row) => (row[i]?.length ?? 0) > 0)?.[i]?.[0]
    if (!cell || !cellAbove) return true
    const max = 1.5 * getHeight(cell.box)
    const left = Math.abs(cell.box[0] - cellAbove.box[0])
    return left < max || Math.abs(cell.box[2] - cellAbove.box[2]) < max
  })
}

/** The column of texts that nearly every row fills. */
function findMainText({ contents }: TableState): number | undefined {
  const index = contents.findIndex(({ isNumeric, fill }) => !isNumeric && fill > 0.8)
  return index === -1 ? undefined : index
}

/** A row of which only the first cell is filled, among rows that begin with such a cell. */
function isLoneFirstCell(
  state: TableState,
  row: CellRow,
  { rowCells, gap, next }: NextRow,
): boolean {
  const [first] = rowCells
  if (!first || countFilled(rowCells) !== 1 || state.isAfterTotal || state.bottom === 0)
    return false
  if (state.rows.length < 2 || !next || next.page !== row.page) return false
  const earlier = state.rows.flatMap((cells) => cells[0]?.[0] ?? [])
  const isAligned = earlier.every(({ box }) => Math.abs(box[0] - first.box[0]) < 2)
  const maxWidth = Math.max(...earlier.map(({ box }) => box[2] - box[0]))
  const nextCells = assignCells(state.preparedDocument, next, state.ends)
  return (
    isAligned &&
    first.box[2] - first.box[0] <= 1.2 * maxWidth &&
    gap <= 1.3 * Math.max(state.maxGap, 1) &&
    nextCells[0] !== undefined &&
    isWholeRow(state, nextCells)
  )
}

const parseCell = ({ preparedDocument }: TableState, cell: Passage | undefined): number =>
  findNumbers(cell?.text ?? '', preparedDocument.decimalMark)[0]?.value ?? 0

const maxRounding = 0.005
/** Minimum number of sums in a row that looks like an item. */
const minSums = 2

/** A row with fewer cells whose last number is the sum of those above, or one with several such sums. */
function isSum(state: TableState, rowCells: RowCells): boolean {
  const { rows, contents } = state
  if (rows.length < 2) return false
  const numericColumns = contents
    .map((_, i) => i)
    .filter((i) => i > 0 && contents[i]?.isNumeric && rowCells[i] !== undefined)
  const isSumOfColumn = (column: number) => {
    const value = parseCell(state, rowCells[column])
    return value !== 0 && Math.abs(sumColumn(state, column) - value) < maxRounding
  }
  if (countFilled(rowCells) >= getUsualFill(state) || fillsUsualColumns(state, rowCells))
    return numericColumns.filter(isSumOfColumn).length >= minSums
  const lastColumn = numericColumns.at(-1)
  return lastColumn !== undefined && isSumOfColumn(lastColumn)
}

/** Whether a row has a number or code as all rows above begin with one, and a cell wherever all of them have one. */
const fillsUsualColumns = ({ rows, columns }: TableState, rowCells: RowCells): boolean =>
  /\d/.test(rowCells[0]?.text ?? '') &&
  rows.every(([first]) => /\d/.test(first?.[0]?.text ?? '')) &&
  columns.every(
    (_, i) => rowCells[i] !== undefined || rows.some((row) => (row[i]?.length ?? 0) === 0),
  )

/** Adds up a column. Lines below the last row can still belong to it, and so it is not added to the sums yet. */
function sumColumn(state: TableState, column: number): number {
  const { rows, columnSums } = state
  for (const row of rows.slice(state.summedCount, -1))
    for (const [i, texts] of row.entries())
      columnSums[i] = (columnSums[i] ?? 0) + parseCell(state, texts[0])
  state.summedCount = rows.length - 1
  return (columnSums[column] ?? 0) + parseCell(state, rows.at(-1)?.[column]?.[0])
}

/** A shorter row with the difference of the days above: the consumption below two readings of a meter. */
function isDifference(state: TableState, rowCells: RowCells): boolean {
  const [upperRow, lowerRow] = state.rows.slice(-2)
  if (!upperRow || !lowerRow || isDay(rowCells[0]?.text ?? '')) return false
  if (![upperRow, lowerRow].every((row) => isDay(row[0]?.[0]?.text ?? ''))) return false
  return state.contents.some(({ isNumeric }, i) => {
    const difference = parseCell(state, lowerRow[i]?.[0]) - parseCell(state, upperRow[i]?.[0])
    const value = parseCell(state, rowCells[i])
    return isNumeric && value !== 0 && Math.abs(difference - value) < maxRounding
  })
}

function findNumbersInRow({ preparedDocument }: TableState, { cells }: CellRow): readonly number[] {
  return cells.flatMap(({ text }) =>
    findNumbers(text, preparedDocument.decimalMark)
      .filter(({ isPercent }) => !isPercent)
      .map(({ value }) => value),
  )
}
