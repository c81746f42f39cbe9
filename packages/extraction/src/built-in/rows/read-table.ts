import { getHeight } from '../../align/boxes.ts'
import type { Passage } from '../../align/passage.ts'
import type { CellRow } from '../../labels/cell-rows.ts'
import { toPhrase } from '../../labels/phrases.ts'
import { scoreFields } from '../../labels/score-fields.ts'
import { findNumbers } from '../../values/parse-number.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { assignCells, type RowCells } from './assign-cells.ts'
import type { PageRange } from './found-rows.ts'
import { type HeadedColumn, type Headings, overlaps, repeatsHeadings } from './headings.ts'

/** A row of a list: for each column its texts, one per line. */
type ReadRow = readonly (readonly Passage[])[]

export type ReadTable = {
  readonly headings: Headings
  readonly rows: readonly ReadRow[]
  /** Numbers in the rows that sum up others. */
  readonly totals: readonly number[]
}

/** Maximum gap between rows, in heights of a heading; further down begins something else. */
const maxRowGap = 6

/** Reads the rows below headings, across pages, without repeated headings and totals. */
export function readTable(
  preparedDocument: PreparedDocument,
  headings: Headings,
  all: readonly Headings[],
  { fromPage, toPage }: PageRange,
): ReadTable {
  const columns = fixFalseNumberColumns(preparedDocument, headings)
  const state: TableState = {
    preparedDocument,
    columns,
    rows: [],
    totals: [],
    edges: [],
    page: headings.page,
    bottom: getBottom(headings),
    maxGap: 0,
    isFinished: false,
    isAfterTotal: false,
    isAfterHeadings: true,
  }
  const repeatedByRow = new Map(
    all.filter((one) => repeatsHeadings(headings, one)).map((one) => [one.first, one]),
  )
  const otherHeadingRows = new Set(
    all.filter((one) => !repeatsHeadings(headings, one)).map(({ first }) => first),
  )
  for (let rowIndex = headings.last + 1; rowIndex < preparedDocument.rows.length; rowIndex++) {
    const row = preparedDocument.rows[rowIndex]
    if (!row || row.page > toPage) break
    const repeatedHeadings = repeatedByRow.get(rowIndex)
    if (repeatedHeadings) {
      restartAtHeadings(state, repeatedHeadings)
      rowIndex = repeatedHeadings.last
    } else if (row.page >= fromPage) {
      addNextRow(state, row, otherHeadingRows.has(rowIndex))
    }
  }
  return { headings, rows: state.rows, totals: state.totals }
}

const rowsToCheck = 2

/**
 * A column with a numeric heading that begins with words does not contain numbers: units of
 * measurement under `Units`.
 */
function fixFalseNumberColumns(
  { rows }: PreparedDocument,
  { columns, last }: Headings,
): readonly HeadedColumn[] {
  const firstRows = rows.slice(last + 1, last + 1 + rowsToCheck)
  return columns.map((column) => {
    const cells = firstRows.flatMap((row) =>
      row.cells.filter(({ box }) => overlaps(box, column.box)),
    )
    const isOfWords =
      cells.length === rowsToCheck &&
      cells.every(({ text, words }) => !/\d/.test(text) && words.length === 1)
    return isNumeric(column) && isOfWords ? { ...column, kind: 'unit' } : column
  })
}

type TableState = {
  readonly preparedDocument: PreparedDocument
  columns: readonly HeadedColumn[]
  readonly rows: Passage[][][]
  readonly totals: number[]
  /** Edge offsets of the last cell in each column. */
  readonly edges: (EdgeOffsets | undefined)[]
  /** Page of the previous row. */
  page: number
  /** Bottom edge of the previous row. */
  bottom: number
  /** Maximum gap between two rows so far. */
  maxGap: number
  /** Whether the list has ended on this page. */
  isFinished: boolean
  isAfterTotal: boolean
  /** Whether the next row directly follows headings. */
  isAfterHeadings: boolean
}

const getBottom = ({ columns }: Headings) => Math.max(...columns.map(({ box }) => box[3]))

function restartAtHeadings(state: TableState, headings: Headings): void {
  Object.assign(state, {
    columns: headings.columns,
    page: headings.page,
    bottom: getBottom(headings),
    isOver: false,
    isFresh: true,
  })
}

function addNextRow(state: TableState, row: CellRow, isOther: boolean): void {
  const [cell] = row.cells
  if (!cell) return
  const isNewPage = row.page !== state.page
  // A page without repeated headings can only continue with complete rows.
  if (isNewPage) Object.assign(state, { page: row.page, isOver: false, isFresh: false, bottom: 0 })
  const gap = state.bottom === 0 ? 0 : cell.box[1] - state.bottom
  const isFar = gap > computeMaxGap(state) || isAfterWideGap(state, gap, cell)
  if (isOther || isFar) state.isFinished = true
  if (state.isFinished) return
  if (!isTotal(row)) {
    addListRow(state, row, cell)
    return
  }
  state.totals.push(...findNumbersInRow(state, row))
  Object.assign(state, { bottom: cell.box[3], isAfterTotal: true, isFresh: false })
}

/**
 * Without numeric columns, a list of two or more rows ends where the gap is much wider than before.
 */
function isAfterWideGap(
  { columns, rows, maxGap }: TableState,
  gap: number,
  cell: Passage,
): boolean {
  const hasOtherEvidence = columns.some(isNumeric) || rows.length < 2
  return !hasOtherEvidence && gap > 2 * maxGap + 0.8 * getHeight(cell.box)
}

function addListRow(state: TableState, row: CellRow, cell: Passage): void {
  const rowCells = assignCells(state.preparedDocument, row, state.columns)
  if (state.bottom !== 0) state.maxGap = Math.max(state.maxGap, cell.box[1] - state.bottom)
  if (isWholeRow(state, rowCells)) addRow(state, rowCells)
  // A text at the top of a page continues the previous row only below repeated headings.
  else if (state.bottom !== 0 && continuesRow(state, rowCells, row)) addToRow(state, rowCells)
  else return
  state.bottom = cell.box[3]
}

function addRow(state: TableState, rowCells: RowCells): void {
  state.rows.push(rowCells.map((cell) => (cell ? [cell] : [])))
  for (const [i, cell] of rowCells.entries()) {
    if (cell) state.edges[i] = computeEdgeOffsets(cell, state.columns[i])
  }
  Object.assign(state, { isAfterTotal: false, isFresh: false })
}

function addToRow({ rows }: TableState, rowCells: RowCells): void {
  const last = rows.at(-1)
  for (const [i, cell] of rowCells.entries()) if (cell) last?.[i]?.push(cell)
}

function computeMaxGap({ columns }: TableState): number {
  return maxRowGap * Math.max(1, ...columns.map(({ box }) => Math.min(getHeight(box), 14)))
}

/** Whether enough columns are filled for a separate row, and numeric columns contain numbers. */
function isWholeRow(state: TableState, rowCells: RowCells): boolean {
  const { rows, columns, isAfterTotal, bottom } = state
  const filledCount = rowCells.filter((cell) => cell !== undefined).length
  const { numberCount, otherCount } = countNumbers(state, rowCells)
  if (columns.some(isNumeric) && (numberCount === 0 || otherCount > numberCount)) return false
  const usual = rows.length === 0 ? columns.length : getUsualFill(rows)
  if (rows.length > 0 && filledCount < usual && otherCount > 0 && otherCount >= numberCount)
    return false
  // After a total, and on a page without repeated headings, the row must resemble the previous
  // ones.
  if (!isAfterTotal && bottom !== 0) return filledCount >= 2
  const hasText = rowCells.some((cell, i) => cell && columns[i]?.kind && !isNumeric(columns[i]))
  return filledCount >= Math.max(2, usual - 1) && hasText && otherCount === 0
}

/**
 * Counts the cells in numeric columns that are numbers aligned with the previous ones, and those
 * that are not.
 */
function countNumbers({ columns, edges }: TableState, rowCells: RowCells) {
  const numericCells = rowCells
    .map((cell, i) => (cell && isNumeric(columns[i]) ? { cell, i } : undefined))
    .filter((value) => value !== undefined)
  const numberCount = numericCells.filter(
    ({ cell, i }) =>
      isQuantity(cell) && isAligned(computeEdgeOffsets(cell, columns[i]), edges[i], cell),
  ).length
  return { numberCount, otherCount: numericCells.length - numberCount }
}

const numericKinds: ReadonlySet<string> = new Set(
  'quantity price discount tax amount debit credit balance'.split(' '),
)

const isNumeric = (column: HeadedColumn | undefined) =>
  column?.kind !== undefined && numericKinds.has(column.kind)

/** Whether a cell is a number with at most a short unit or currency, and without a label. */
function isQuantity({ text }: Passage): boolean {
  const digit = text.search(/\d/)
  const lettersIn = (part: string) => part.replace(/[^\p{L}]/gu, '').length
  const isLabelled = /\p{L}[.]?\s?[:：]/u.test(text) || lettersIn(text.slice(0, digit)) > 3
  return digit >= 0 && !isLabelled && text.length <= 24 && lettersIn(text) <= 6
}

/** Offsets of the left edge, right edge and middle of a cell from those of its heading. */
type EdgeOffsets = readonly [left: number, right: number, middle: number]

function computeEdgeOffsets({ box }: Passage, column: HeadedColumn | undefined): EdgeOffsets {
  const [left, , right] = column?.box ?? box
  return [box[0] - left, box[2] - right, (box[0] + box[2] - left - right) / 2]
}

/** The cells of a column share their left edges, right edges or middles. */
function isAligned(
  edges: EdgeOffsets,
  previousEdges: EdgeOffsets | undefined,
  { box }: Passage,
): boolean {
  const maxDistance = 1.5 * getHeight(box)
  return (
    !previousEdges ||
    edges.some((edge, i) => Math.abs(edge - (previousEdges[i] ?? 0)) < maxDistance)
  )
}

/** Median number of filled columns in the first rows. */
function getUsualFill(rows: readonly ReadRow[]): number {
  const fills = rows.slice(0, 9).map((row) => row.filter((texts) => texts.length > 0).length)
  return fills.toSorted((a, b) => a - b)[Math.floor(fills.length / 2)] ?? 2
}

/** Whether a text without numbers beside it continues the row directly above. */
function continuesRow(state: TableState, rowCells: RowCells, row: CellRow): boolean {
  const { columns, isAfterTotal, rows, isAfterHeadings, page, bottom } = state
  const previousRow = rows.at(-1)
  const [first] = row.cells
  if (isAfterTotal || !previousRow || !first) return false
  // Below repeated headings, it continues the last row of the previous page.
  const isElsewhere = previousRow.every((texts) => texts.every((text) => text.page !== page))
  if (isElsewhere ? !isAfterHeadings : first.box[1] - bottom > 1.5 * getHeight(first.box))
    return false
  return rowCells.every((cell, i) => !cell || isTextual(columns[i])) && !isProse(row, columns)
}

const isTextual = (column: HeadedColumn | undefined) =>
  column?.kind === undefined || column.kind === 'description' || column.kind === 'code'

/** Whether a row of text extends over most of the columns. */
function isProse({ cells }: CellRow, columns: readonly HeadedColumn[]): boolean {
  const from = Math.min(...columns.map(({ box }) => box[0]))
  const to = Math.max(...columns.map(({ box }) => box[2]))
  const first = cells[0]
  const last = cells.at(-1)
  return !first || !last || last.box[2] - first.box[0] > 0.75 * (to - from)
}

const totalFields = ['total', 'net', 'tax', 'amount-paid']

const subtotalLabel =
  /^(?:carried forward|brought forward|balance (?:carried|brought) forward|opening balance|closing balance|übertrag|uebertrag|zwischensumme|report|à reporter|a reporter|transport|suma y sigue|riporto)/i

/** Whether a row sums up others: its first text names a sum or a tax. */
export function isTotal({ cells }: CellRow): boolean {
  return cells.some((cell, i) => {
    const text = cell.text.replace(/[\p{Sc}\d.,%()'’*-]+/gu, ' ').trim()
    if (subtotalLabel.test(text)) return true
    const fields = scoreFields(toPhrase(text))
    const sum = Math.max(...totalFields.map((name) => fields.get(name) ?? 0))
    return sum >= (i === 0 ? 0.75 : 0.9)
  })
}

function findNumbersInRow({ preparedDocument }: TableState, { cells }: CellRow): readonly number[] {
  return cells.flatMap(({ text }) =>
    findNumbers(text, preparedDocument.decimalMark)
      .filter(({ isPercent }) => !isPercent)
      .map(({ value }) => value),
  )
}
