import { getHeight, middle, union } from '../../align/boxes.ts'
import type { Passage } from '../../align/passage.ts'
import type { CellRow } from '../../labels/cell-rows.ts'
import type { ColumnMeaning } from './column-meaning.ts'
import {
  type HeadedColumn,
  type Headings,
  overlaps,
  type RowSource,
  toColumn,
} from './headed-column.ts'
import { splitHeadings } from './split-headings.ts'

/** Whether a heading is one of those that the question asks for. */
export type AskedTest = (meaning: ColumnMeaning) => boolean

const maxWords = 10
const maxTextLength = 60
const maxUpperLines = 3

const amount = /\d[.,]\d{2}(?!\d)|\p{Sc}\s?\d/u
const day =
  /^(?:(?:\p{L}{1,12}\.?\s)?\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}\.?\s\p{L}{3,10}\.?\s\d{4}|(?:19|20)\d\d)$/u

/**
 * Finds every row that can head a list: several short texts side by side, at least two of them
 * known or requested, with the further lines of the headings above and below it.
 */
export function findHeadings(source: RowSource, isAsked: AskedTest): readonly Headings[] {
  const allHeadings: Headings[] = []
  let firstFree = 0
  for (let rowIndex = 0; rowIndex < source.rows.length; rowIndex++) {
    const headings = readHeadings(source, rowIndex, firstFree)
    if (!headings || !hasKnownColumns(headings, isAsked)) continue
    if (isUpperLineOfNext(source, headings, rowIndex, isAsked)) continue
    allHeadings.push(headings)
    rowIndex = headings.last
    firstFree = headings.last + 1
  }
  return allHeadings
}

const minKnownColumns = 2

const countKnown = ({ columns }: Headings, isAsked: AskedTest) =>
  columns.filter(({ meaning }) => meaning.kinds.length > 0 || isAsked(meaning)).length

function hasKnownColumns(headings: Headings, isAsked: AskedTest): boolean {
  const knownCount = countKnown(headings, isAsked)
  return knownCount >= minKnownColumns && knownCount >= headings.columns.length / 4
}

/** Whether the row below is the main line, of which this row is only the upper one. */
function isUpperLineOfNext(
  source: RowSource,
  headings: Headings,
  rowIndex: number,
  isAsked: AskedTest,
): boolean {
  const row = source.rows[rowIndex]
  const next = source.rows[headings.last + 1]
  if (!row || !next || next.cells.length < row.cells.length) return false
  const lower = readHeadings(source, headings.last + 1, headings.first)
  if (!lower || lower.first > headings.first) return false
  const ownCount = countKnownCells(next, isAsked)
  return next.cells.length > row.cells.length
    ? ownCount >= 1 && !next.cells.some(({ text }) => /\d/.test(text) && !day.test(text))
    : ownCount >= Math.max(minKnownColumns, countKnownCells(row, isAsked))
}

const countKnownCells = ({ cells }: CellRow, isAsked: AskedTest) =>
  cells.filter(({ text, box }) => {
    const { meaning } = toColumn(text, box)
    return meaning.kinds.length > 0 || isAsked(meaning)
  }).length

/** Reads the headings whose main line is a row; undefined when it cannot be one. */
function readHeadings(
  source: RowSource,
  rowIndex: number,
  firstFree: number,
): Headings | undefined {
  const { rows } = source
  const row = rows[rowIndex]
  if (!row || row.cells.length < 2 || !canHead(row)) return undefined
  const columns = row.cells.map((cell) => toColumn(cell.text, cell.box))
  const main: Headings = { page: row.page, first: rowIndex, last: rowIndex, columns }
  const withLowerLines = addLowerLines(rows, main)
  const withUpperLines = addUpperLines(rows, withLowerLines, firstFree)
  return splitHeadings(source, withUpperLines, row)
}

/**
 * Whether the cells of a row can be headings, and at least one of them says something. The first
 * can be the title of the table beside headings that are clear.
 */
function canHead({ cells }: CellRow): boolean {
  if (/^[\d\s–-]+$/u.test(cells[0]?.text ?? '')) return false
  const otherCells = cells.filter((cell) => !isHeadingText(cell))
  if (otherCells.length > 0) {
    const isTitled =
      otherCells.length === 1 && otherCells[0] === cells[0] && !/[:：]/u.test(cells[0]?.text ?? '')
    const clearCells = cells.filter((cell) => toColumn(cell.text, cell.box).kind !== undefined)
    return isTitled && cells.length > 2 && clearCells.length >= cells.length - 1
  }
  const wordCells = cells.filter(
    ({ text }) => (!/\d/.test(text) && /[\p{L}#%]/u.test(text)) || isNumbered(text),
  )
  return wordCells.length >= Math.max(1, cells.length / 3)
}

/** One of several columns of a kind: `Course 3`. */
const isNumbered = (text: string): boolean => /^\p{L}{3,20} \d{1,3}$/u.test(text)

/** Whether a text can be a heading. A colon would make it the label of one value. */
function isHeadingText({ text, words }: Passage): boolean {
  if (words.length > maxWords || text.length > maxTextLength || /[:：]$/u.test(text)) return false
  if (/^[|_=*-]+$|_{3}|:\s/u.test(text)) return false
  if (day.test(text)) return true
  if (/\d:\d/.test(text) || (/\d/.test(text) && words.length > 5)) return false
  const isShortNumber = /^\d{1,3}$/.test(text)
  return !amount.test(text) && !/\d{5,}/.test(text) && (isShortNumber || /[\p{L}#%±]/u.test(text))
}

/** Joins the lines of a heading; a hyphen at the end of a line divides a word. */
function joinLines(upper: string, lower: string): string {
  return /\p{Ll}-$/u.test(upper) && /^\p{Ll}/u.test(lower)
    ? `${upper.slice(0, -1)}${lower}`
    : `${upper} ${lower}`
}

/**
 * Adds lines above: fewer short texts close to the row, each of them above one or more of its
 * columns.
 */
function addUpperLines(rows: readonly CellRow[], headings: Headings, firstFree: number): Headings {
  const upper = headings.first > firstFree ? rows[headings.first - 1] : undefined
  const main = rows[headings.last]
  if (!upper || !main || upper.page !== headings.page) return headings
  const top = Math.min(...headings.columns.map(({ box }) => box[1]))
  const bottom = Math.max(...upper.cells.map(({ box }) => box[3]))
  const height = getHeight(upper.cells[0]?.box ?? [0, 0, 0, 0])
  if (top - bottom > 0.9 * height || !isUpperLine(upper, headings)) return headings
  const columns = headings.columns.map((column) => {
    const upperCells = upper.cells.filter(({ box }) => overlaps(box, column.box))
    const text = upperCells.map((cell) => cell.text).join(' ')
    return upperCells.length === 0
      ? column
      : toColumn(
          joinLines(text, column.text),
          union([column.box, ...upperCells.map(({ box }) => box)]),
        )
  })
  const ownColumns = upper.cells
    .filter(({ box }) => !headings.columns.some((column) => overlaps(column.box, box)))
    .map(({ text, box }) => toColumn(text, box))
  const hasMoreLines = headings.last - headings.first < maxUpperLines
  const extendedHeadings = {
    ...headings,
    first: headings.first - 1,
    columns: [...columns, ...ownColumns].toSorted((a, b) => a.box[0] - b.box[0]),
  }
  return hasMoreLines ? addUpperLines(rows, extendedHeadings, firstFree) : extendedHeadings
}

function isUpperLine({ cells }: CellRow, { columns }: Headings): boolean {
  const left = Math.min(...columns.map(({ box }) => box[0]))
  const [first] = cells
  if (!first || cells.length > columns.length || !cells.every(isHeadingText)) return false
  if (cells.some(({ text }) => /\d/.test(text))) return false
  // A single text at the left edge is the title of the table.
  if (cells.length === 1 && first.box[0] <= left + getHeight(first.box)) return false
  const right = Math.max(...columns.map(({ box }) => box[2]))
  if (cells.some(({ box }) => box[0] > right)) return false
  const aboveCount = cells.filter(({ box }) =>
    columns.some((column) => overlaps(column.box, box)),
  ).length
  return aboveCount === cells.length || (aboveCount >= 2 && aboveCount >= 0.6 * cells.length)
}

/**
 * Adds further lines of a heading: each of their texts must be below one column that does not
 * contain text itself.
 */
function addLowerLines(rows: readonly CellRow[], headings: Headings): Headings {
  const next = rows[headings.last + 1]
  const [firstColumn] = headings.columns
  if (!next || next.page !== headings.page || !firstColumn) return headings
  const places = next.cells.map((cell) =>
    headings.columns.filter(({ box }) => overlaps(box, cell.box)),
  )
  if (next.cells.length === 0 || !isLowerLine(next, headings, places)) return headings
  const columns = headings.columns.map((column) => {
    const cells = next.cells.filter((_, i) => places[i]?.[0] === column)
    return cells.length === 0
      ? column
      : toColumn(
          cells.reduce((text, cell) => joinLines(text, cell.text), column.text),
          union([column.box, ...cells.map(({ box }) => box)]),
        )
  })
  const ownColumns = next.cells
    .filter((_, i) => places[i]?.length === 0)
    .map(({ text, box }) => toColumn(`${findMergedHeading(headings, next, box)} ${text}`, box))
  return addLowerLines(rows, {
    ...headings,
    last: headings.last + 1,
    columns: [...columns, ...ownColumns].toSorted((a, b) => a.box[0] - b.box[0]),
  })
}

/** A heading above several columns is printed above the first of them. */
function findMergedHeading({ columns }: Headings, { cells }: CellRow, box: Passage['box']): string {
  const isSplit = (column: HeadedColumn) => cells.some((cell) => overlaps(cell.box, column.box))
  const left = columns.findLast((column) => column.box[0] < box[0] && isSplit(column))
  return left?.text ?? ''
}

const isWordHeading = (cell: Passage): boolean => isHeadingText(cell) && !/\d/.test(cell.text)

function isLowerLine(
  next: CellRow,
  { columns }: Headings,
  places: readonly (readonly HeadedColumn[])[],
): boolean {
  const [firstColumn] = columns
  const height = getHeight(firstColumn?.box ?? [0, 0, 0, 0])
  const maxBottom = Math.max(...columns.map(({ box }) => box[3]))
  return next.cells.every((cell, i) => {
    const [columnAbove, ...otherColumns] = places[i] ?? []
    if (!columnAbove) return i > 0 && places[0]?.length === 1 && isWordHeading(cell)
    if (otherColumns.length > 0) return false
    const isBroken = /\p{L}-$/u.test(columnAbove.text) || /^\(\p{L}+\)$/u.test(cell.text)
    const isText = columnAbove.kind === 'description' || columnAbove === firstColumn
    const isNear = middle(cell.box) - maxBottom < 1.4 * Math.min(height, getHeight(cell.box) * 1.2)
    return (isBroken || !isText) && isNear && isWordHeading(cell)
  })
}

/** Whether a row repeats the same headings, as on the next page. */
export function repeatsHeadings({ columns }: Headings, otherHeadings: Headings): boolean {
  const names = new Set(columns.map(({ text }) => text))
  const sharedCount = otherHeadings.columns.filter(({ text }) => names.has(text)).length
  return (
    sharedCount >= 2 && sharedCount >= 0.7 * Math.max(columns.length, otherHeadings.columns.length)
  )
}
