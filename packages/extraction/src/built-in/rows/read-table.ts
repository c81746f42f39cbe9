import { heightOf } from '../../align/boxes.ts'
import type { Passage } from '../../align/passage.ts'
import { fieldMatches } from '../../labels/label-match.ts'
import type { CellRow } from '../../labels/layout-cells.ts'
import { phraseOf } from '../../labels/phrases.ts'
import { findNumbers } from '../../values/parse-number.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { type HeadedColumn, type Headings, isRepeated, overlaps } from './headings.ts'
import { placeCells, type RowCells } from './place-cells.ts'

/** A row of a list: for each column the texts that stand in it, one for each line. */
type ReadRow = readonly (readonly Passage[])[]

export type ReadTable = {
  readonly headings: Headings
  readonly rows: readonly ReadRow[]
  /** The numbers of rows that sum up others. */
  readonly totals: readonly number[]
}

type Range = { readonly fromPage: number; readonly toPage: number }

/** In heights of a heading: further down stands something else. */
const maxGap = 6

/** The rows under headings, over the ends of pages, without headings that are repeated and without totals. */
export function readTable(
  prepared: PreparedDocument,
  headings: Headings,
  all: readonly Headings[],
  { fromPage, toPage }: Range,
): ReadTable {
  const columns = withoutFalseNumbers(prepared, headings)
  const state: State = {
    prepared,
    columns,
    rows: [],
    totals: [],
    edges: [],
    page: headings.page,
    bottom: bottomOf(headings),
    widest: 0,
    isOver: false,
    isAfterTotal: false,
    isFresh: true,
  }
  const again = new Map(
    all.filter((one) => isRepeated(headings, one)).map((one) => [one.first, one]),
  )
  const others = new Set(all.filter((one) => !isRepeated(headings, one)).map(({ first }) => first))
  for (let at = headings.last + 1; at < prepared.rows.length; at++) {
    const row = prepared.rows[at]
    if (!row || row.page > toPage) break
    const repeated = again.get(at)
    if (repeated) {
      beginAgain(state, repeated)
      at = repeated.last
    } else if (row.page >= fromPage) {
      takeRow(state, row, others.has(at))
    }
  }
  return { headings, rows: state.rows, totals: state.totals }
}

/** A column that is named as one of numbers and begins with words holds none: units of measurement under `Units`. */
function withoutFalseNumbers(
  { rows }: PreparedDocument,
  { columns, last }: Headings,
): readonly HeadedColumn[] {
  const below = rows.slice(last + 1, last + 1 + rowsToTell)
  return columns.map((column) => {
    const cells = below.flatMap((row) => row.cells.filter(({ box }) => overlaps(box, column.box)))
    const isOfWords =
      cells.length === rowsToTell &&
      cells.every(({ text, words }) => !/\d/.test(text) && words.length === 1)
    return isNumeric(column) && isOfWords ? { ...column, kind: 'unit' } : column
  })
}

const rowsToTell = 2

type State = {
  readonly prepared: PreparedDocument
  columns: readonly HeadedColumn[]
  readonly rows: Passage[][][]
  readonly totals: number[]
  /** Of the last cell of each column. */
  readonly edges: (Edges | undefined)[]
  /** Of the row before. */
  page: number
  /** Where the row before ends. */
  bottom: number
  /** The widest gap between two rows so far. */
  widest: number
  /** Nothing more of the list stands on this page. */
  isOver: boolean
  isAfterTotal: boolean
  /** Directly under headings. */
  isFresh: boolean
}

const bottomOf = ({ columns }: Headings) => Math.max(...columns.map(({ box }) => box[3]))

function beginAgain(state: State, headings: Headings): void {
  Object.assign(state, {
    columns: headings.columns,
    page: headings.page,
    bottom: bottomOf(headings),
    isOver: false,
    isFresh: true,
  })
}

function takeRow(state: State, row: CellRow, isOther: boolean): void {
  const [cell] = row.cells
  if (!cell) return
  const isNewPage = row.page !== state.page
  // Without headings of its own a page goes on only with whole rows.
  if (isNewPage) Object.assign(state, { page: row.page, isOver: false, isFresh: false, bottom: 0 })
  const gap = state.bottom === 0 ? 0 : cell.box[1] - state.bottom
  const isFar = gap > gapOf(state) || isAfterBreak(state, gap, cell)
  if (isOther || isFar) state.isOver = true
  if (state.isOver) return
  if (!isTotal(row)) {
    placeRow(state, row, cell)
    return
  }
  state.totals.push(...numbersIn(state, row))
  Object.assign(state, { bottom: cell.box[3], isAfterTotal: true, isFresh: false })
}

/** Without numbers to tell by, a list of two rows or more ends where the next stands much further down than they did. */
function isAfterBreak({ columns, rows, widest }: State, gap: number, cell: Passage): boolean {
  const isTold = columns.some(isNumeric) || rows.length < 2
  return !isTold && gap > 2 * widest + 0.8 * heightOf(cell.box)
}

function placeRow(state: State, row: CellRow, cell: Passage): void {
  const placed = placeCells(state.prepared, row, state.columns)
  if (state.bottom !== 0) state.widest = Math.max(state.widest, cell.box[1] - state.bottom)
  if (isWholeRow(state, placed)) addRow(state, placed)
  // At the top of a page only what stands under headings goes on with the row before.
  else if (state.bottom !== 0 && goesOn(state, placed, row)) addToRow(state, placed)
  else return
  state.bottom = cell.box[3]
}

function addRow(state: State, placed: RowCells): void {
  state.rows.push(placed.map((cell) => (cell ? [cell] : [])))
  for (const [i, cell] of placed.entries()) {
    if (cell) state.edges[i] = edgesOf(cell, state.columns[i])
  }
  Object.assign(state, { isAfterTotal: false, isFresh: false })
}

function addToRow({ rows }: State, placed: RowCells): void {
  const last = rows.at(-1)
  for (const [i, more] of placed.entries()) if (more) last?.[i]?.push(more)
}

function gapOf({ columns }: State): number {
  return maxGap * Math.max(1, ...columns.map(({ box }) => Math.min(heightOf(box), 14)))
}

/** Enough columns are filled for a row of its own, and what stands under numbers are numbers. */
function isWholeRow(state: State, placed: RowCells): boolean {
  const { rows, columns, isAfterTotal, bottom } = state
  const filled = placed.filter((cell) => cell !== undefined).length
  const { numbers, others } = countNumbers(state, placed)
  if (columns.some(isNumeric) && (numbers === 0 || others > numbers)) return false
  const usual = rows.length === 0 ? columns.length : usualFill(rows)
  if (rows.length > 0 && filled < usual && others > 0 && others >= numbers) return false
  // After a sum, and on a page without headings of its own, it must look like those before.
  if (!isAfterTotal && bottom !== 0) return filled >= 2
  const hasText = placed.some((cell, i) => cell && columns[i]?.kind && !isNumeric(columns[i]))
  return filled >= Math.max(2, usual - 1) && hasText && others === 0
}

/** Under the headings of numbers: how many are, each under those before, and how many are something else. */
function countNumbers({ columns, edges }: State, placed: RowCells) {
  const counted = placed.flatMap((cell, i) => (cell && isNumeric(columns[i]) ? [{ cell, i }] : []))
  const numbers = counted.filter(
    ({ cell, i }) => isQuantity(cell) && isAligned(edgesOf(cell, columns[i]), edges[i], cell),
  ).length
  return { numbers, others: counted.length - numbers }
}

const numeric: ReadonlySet<string> = new Set(
  'quantity price discount tax amount debit credit balance'.split(' '),
)

const isNumeric = (column: HeadedColumn | undefined) =>
  column?.kind !== undefined && numeric.has(column.kind)

/** A number with a short unit or currency at most, and no label of its own. */
function isQuantity({ text }: Passage): boolean {
  const digit = text.search(/\d/)
  const lettersIn = (part: string) => part.replace(/[^\p{L}]/gu, '').length
  const isLabelled = /\p{L}[.]?\s?[:：]/u.test(text) || lettersIn(text.slice(0, digit)) > 3
  return digit >= 0 && !isLabelled && text.length <= 24 && lettersIn(text) <= 6
}

/** Where a cell begins, ends and has its middle, as seen from its heading. */
type Edges = readonly [left: number, right: number, middle: number]

function edgesOf({ box }: Passage, column: HeadedColumn | undefined): Edges {
  const [left, , right] = column?.box ?? box
  return [box[0] - left, box[2] - right, (box[0] + box[2] - left - right) / 2]
}

/** The cells of a column begin, end or have their middles under one another. */
function isAligned(edges: Edges, before: Edges | undefined, { box }: Passage): boolean {
  const near = 1.5 * heightOf(box)
  return !before || edges.some((edge, i) => Math.abs(edge - (before[i] ?? 0)) < near)
}

/** How many columns most rows fill; those at the beginning tell. */
function usualFill(rows: readonly ReadRow[]): number {
  const fills = rows.slice(0, 9).map((row) => row.filter((texts) => texts.length > 0).length)
  return fills.toSorted((a, b) => a - b)[Math.floor(fills.length / 2)] ?? 2
}

/** A text without numbers beside it, close under the row that it belongs to. */
function goesOn(state: State, placed: RowCells, row: CellRow): boolean {
  const { columns, isAfterTotal, rows, isFresh, page, bottom } = state
  const before = rows.at(-1)
  const [first] = row.cells
  if (isAfterTotal || !before || !first) return false
  // Under headings that are repeated it goes on with the last row of the page before.
  const isElsewhere = before.every((texts) => texts.every((text) => text.page !== page))
  if (isElsewhere ? !isFresh : first.box[1] - bottom > 1.5 * heightOf(first.box)) return false
  return placed.every((cell, i) => !cell || isTextual(columns[i])) && !isProse(row, columns)
}

const isTextual = (column: HeadedColumn | undefined) =>
  column?.kind === undefined || column.kind === 'description' || column.kind === 'code'

/** It runs over most of the columns. */
function isProse({ cells }: CellRow, columns: readonly HeadedColumn[]): boolean {
  const from = Math.min(...columns.map(({ box }) => box[0]))
  const to = Math.max(...columns.map(({ box }) => box[2]))
  const [first, last] = [cells[0], cells.at(-1)]
  return !first || !last || last.box[2] - first.box[0] > 0.75 * (to - from)
}

const summing = ['total', 'net', 'tax', 'amount-paid']

const carried =
  /^(?:carried forward|brought forward|balance (?:carried|brought) forward|opening balance|closing balance|übertrag|uebertrag|zwischensumme|report|à reporter|a reporter|transport|suma y sigue|riporto)/i

/** A row that sums up others: its first text names a sum or a tax. */
export function isTotal({ cells }: CellRow): boolean {
  return cells.some((cell, i) => {
    const text = cell.text.replace(/[\p{Sc}\d.,%()'’*-]+/gu, ' ').trim()
    if (carried.test(text)) return true
    const fields = fieldMatches(phraseOf(text))
    const sum = Math.max(...summing.map((name) => fields.get(name) ?? 0))
    return sum >= (i === 0 ? 0.75 : 0.9)
  })
}

function numbersIn({ prepared }: State, { cells }: CellRow): readonly number[] {
  return cells.flatMap(({ text }) =>
    findNumbers(text, prepared.decimalMark).flatMap(({ value, isPercent }) =>
      isPercent ? [] : [value],
    ),
  )
}
