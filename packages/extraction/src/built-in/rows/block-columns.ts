import { omitUndefined } from '@recto/omit-undefined'
import { type Passage, slicePassage } from '../../align/passage.ts'
import type { CellRow } from '../../labels/cell-rows.ts'
import { findDateRanges } from '../../values/find-date-ranges.ts'
import { fold, wordsOf } from '../../values/fold.ts'
import { getMonthNumber } from '../../values/month-names.ts'
import { findDates } from '../../values/parse-date.ts'
import { isCurrency } from '../../values/parse-number.ts'
import { wordsInAllLanguages } from '../../vocabulary/languages.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { isNumberCell } from './column-content.ts'

/** The kind of text that the cells of a column hold. */
export type ColumnForm =
  | 'money'
  | 'number'
  | 'year'
  | 'percent'
  | 'date'
  | 'period'
  | 'time'
  | 'code'
  | 'currency'
  | 'text'

/** A column without a heading. */
export type BlockColumn = {
  readonly content: ColumnForm
  /** The word that begins every cell and says what follows: `issued` in `issued 2021`. */
  readonly label: string
  /** The text that stands above the cells. */
  readonly heading?: string
  /** The cells by row, without that word. */
  readonly cells: readonly (Passage | undefined)[]
}

export type ContentSource = Pick<PreparedDocument, 'document' | 'dateOrder'>

/** Maximum distance of the edges of cells that are above each other. */
const maxEdgeDistance = 14
const minShare = 0.7

/**
 * Divides rows into columns: most rows have the same number of cells, and the cells of the others are below or above
 * theirs. Undefined when the cells do not stand in columns.
 */
export function divideColumns(
  source: ContentSource,
  allRows: readonly CellRow[],
): readonly BlockColumn[] | undefined {
  const [heading, ...otherRows] = allRows
  const hasHeading = heading !== undefined && otherRows.length > 1 && canHead(heading, otherRows)
  const rows = hasHeading ? otherRows : allRows
  const commonCount = findCommonCount(rows)
  const wholeRows = rows.filter(({ cells }) => cells.length === commonCount)
  if (commonCount < 2 || wholeRows.length < rows.length / 2) return takeOuterCells(source, rows)
  const edges = Array.from({ length: commonCount }, (_, column) =>
    findEdges(wholeRows.flatMap(({ cells }) => cells.slice(column, column + 1))),
  )
  const placedRows = rows.map(({ cells }) =>
    cells.length === commonCount ? cells : placeCells(cells, edges),
  )
  if (placedRows.some((row) => row === undefined)) return takeOuterCells(source, rows)
  const headings = hasHeading ? placeCells(heading.cells, edges) : edges.map(() => undefined)
  return edges.map((_, column) => ({
    ...describeColumn(
      source,
      placedRows.map((row) => row?.[column]),
    ),
    ...omitUndefined({ heading: headings?.[column]?.text }),
  }))
}

/** The first and the last cells of rows that differ in between, if the last ones end below each other. */
function takeOuterCells(
  source: ContentSource,
  rows: readonly CellRow[],
): readonly BlockColumn[] | undefined {
  const lastCells = rows.flatMap(({ cells }) => cells.slice(-1))
  const right = median(lastCells.map(({ box }) => box[2]))
  if (lastCells.some(({ box }) => Math.abs(box[2] - right) > maxEdgeDistance / 2)) return undefined
  return [
    describeColumn(
      source,
      rows.map(({ cells }) => cells[0]),
    ),
    describeColumn(source, lastCells),
  ]
}

/** Whether the first row has only words where others have numbers. */
const canHead = ({ cells }: CellRow, rows: readonly CellRow[]): boolean =>
  cells.every(({ text }) => !/\d/.test(text)) &&
  rows.every(
    (row) =>
      isCode(row.cells[0]?.text ?? '') ||
      row.cells.slice(1).some(({ text }) => /^[\p{Sc}(+−-]?\s?\d/u.test(text)),
  )

type Edges = { readonly left: number; readonly right: number }

const findEdges = (cells: readonly Passage[]): Edges => ({
  left: median(cells.map(({ box }) => box[0])),
  right: median(cells.map(({ box }) => box[2])),
})

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** The number of cells that most rows have; the larger one if two are as frequent. */
function findCommonCount(rows: readonly CellRow[]): number {
  const groups = [...Map.groupBy(rows, ({ cells }) => cells.length)]
  const [commonGroup] = groups.toSorted(
    ([a, first], [b, second]) => second.length - first.length || b - a,
  )
  return commonGroup?.[0] ?? 0
}

function placeCells(
  cells: readonly Passage[],
  edges: readonly Edges[],
): readonly (Passage | undefined)[] | undefined {
  if (cells.length > edges.length) return undefined
  const placedCells: (Passage | undefined)[] = edges.map(() => undefined)
  for (const cell of cells) {
    const distances = edges.map(({ left, right }) =>
      Math.min(Math.abs(cell.box[0] - left), Math.abs(cell.box[2] - right)),
    )
    const distance = Math.min(...distances)
    const column = distances.indexOf(distance)
    if (distance > maxEdgeDistance || placedCells[column]) return undefined
    placedCells[column] = cell
  }
  return placedCells
}

/** Finds the form that most texts have; a text without a letter or digit does not count. */
export function findContent(source: ContentSource, texts: readonly string[]): ColumnForm {
  return summarize(
    texts.filter((text) => /[\p{L}\d]/u.test(text)).map((text) => toContent(source, text)),
  )
}

function describeColumn(
  source: ContentSource,
  cells: readonly (Passage | undefined)[],
): BlockColumn {
  const label = findSharedLabel(cells)
  const values =
    label === ''
      ? cells
      : cells.map((cell) => cell && slicePassage(source.document, cell, label.length))
  const content = findContent(
    source,
    values.flatMap((cell) => cell?.text ?? []),
  )
  return { content, label, cells: values.map((cell) => cell && trimCell(source, cell, content)) }
}

/** Returns the form that most cells have. */
function summarize(contents: readonly ColumnForm[]): ColumnForm {
  if (contents.length === 0) return 'text'
  const [usual] = [...Map.groupBy(contents, (one) => one)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  const isUniform = usual !== undefined && usual[1].length >= minShare * contents.length
  return isUniform ? usual[0] : toMixedContent(contents)
}

const numberBeforeNote = /^(?<number>[^()]{0,40}\d)\s?\([^()]{0,80}\)$/u

/** Drops words around a day, and a note behind a number. */
function trimCell(
  { document, dateOrder }: ContentSource,
  cell: Passage,
  content: ColumnForm,
): Passage {
  const [date] = content === 'date' ? findDates(cell.text, dateOrder) : []
  const isNumber = content === 'money' || content === 'number'
  const number = isNumber ? numberBeforeNote.exec(cell.text)?.groups?.number : undefined
  const part =
    (date && slicePassage(document, cell, date.start, date.end)) ??
    (number === undefined ? undefined : slicePassage(document, cell, 0, number.length))
  return part ?? cell
}

/** Amounts with and without decimals are amounts; other mixtures are texts. */
function toMixedContent(contents: readonly ColumnForm[]): ColumnForm {
  if (contents.every((one) => one === 'money' || one === 'number')) return 'money'
  return contents.every((one) => one === 'date' || one === 'year' || one === 'period')
    ? 'period'
    : 'text'
}

/** The word that begins all cells of a column, if more follows in each. */
function findSharedLabel(cells: readonly (Passage | undefined)[]): string {
  const texts = cells.filter((cell) => cell !== undefined).map(({ text }) => text)
  const [first = ''] = texts
  const label = /^\p{L}[\p{L}.]{1,20}(?=\s)/u.exec(first)?.[0] ?? ''
  if (label === '' || texts.length < 2 || isCurrency(label)) return ''
  const labeledCount = texts.filter((text) => text.startsWith(`${label} `)).length
  return labeledCount === texts.length ? label : ''
}

const money = /\p{Sc}|\d[.,]\d{2}(?!\d)/u
const time = /^\d{1,2}[:h]\d{2}(?:\s?(?:uhr|h|am|pm|a\.m\.|p\.m\.))?$/iu

const telephone = /^\+?\(?\d{2,4}[)\s.-]{1,3}\d{2,4}[\s.-]\d{2,6}$/
const percentage = /^[-–−]?\d{1,3}(?:[.,]\d{1,4})?\s?%$/u

/** The contents in the order in which a text is tested for them. */
const contentTests: readonly (readonly [
  ColumnForm,
  (text: string, order: ContentSource['dateOrder']) => boolean,
])[] = [
  ['currency', (text) => /^\p{L}{1,3}$|^\p{Sc}$/u.test(text) && isCurrency(text)],
  ['code', (text, order) => telephone.test(text) && !hasDate(text, order)],
  ['year', (text) => /^(?:19|20)\d\d$/.test(text)],
  ['period', (text, order) => isPeriod(text, order) || isMonth(text)],
  ['date', hasDate],
  ['percent', (text) => percentage.test(text)],
  ['time', (text) => time.test(text)],
  ['money', (text) => isNumberCell(text) && money.test(text)],
  ['number', isNumberCell],
  ['code', isCode],
]

function toContent({ dateOrder }: ContentSource, text: string): ColumnForm {
  const plainText = numberBeforeNote.exec(text)?.groups?.number ?? text.trim()
  return contentTests.find(([, holds]) => holds(plainText, dateOrder))?.[0] ?? 'text'
}

/** Whether a text is a month, with or without its year. */
const isMonth = (text: string): boolean =>
  /^\p{L}{3,12}\.?(?:[ ’'/-]{1,2}\d{2,4})?$/u.test(text) &&
  getMonthNumber(wordsOf(text)[0] ?? '') !== undefined

/** Whether a text is one word with a digit. */
function isCode(text: string): boolean {
  return /\d/.test(text) && !/\s/.test(text)
}

const dayInDigits =
  /^(?:0?[1-9]|[12]\d|3[01])(?:\/(?:0?[1-9]|1[0-2]|[12]\d|3[01])|\.(?:0?[1-9]|1[0-2])\.)$/
const maxWordsOfDay = 5

/** Whether a text is little more than a day, even one without its year: `Saturday, 10 May`. */
function hasDate(text: string, order: ContentSource['dateOrder']): boolean {
  const [date] = findDates(text, order)
  if (date) return date.end - date.start >= minShare * text.length
  if (dayInDigits.test(text)) return true
  const words = wordsOf(text)
  return (
    words.length <= maxWordsOfDay &&
    words.some((word) => /^\d{1,2}$/.test(word)) &&
    words.some((word) => word.length > 2 && getMonthNumber(word) !== undefined)
  )
}

const toSingleWords = (list: 'until' | 'sinceWords'): ReadonlySet<string> =>
  new Set(wordsInAllLanguages(list).map(fold))

const untilWords = toSingleWords('until')
const sinceWords = toSingleWords('sinceWords')
const monthOrYear = /^(?:\p{L}{3,10}\.? )?(?:\d{1,2}[./])?\d{2,4}$/u
const openEnd = /^\p{L}{3,14}$/u

/** Whether a text names two months or years, or one with a word such as `since`. */
function isSpanOfMonths(text: string): boolean {
  const words = fold(text).replace(/[-–—]/gu, ' - ').split(/\s+/u)
  const [first = '', ...otherWords] = words
  if (sinceWords.has(first)) return monthOrYear.test(otherWords.join(' '))
  const index = words.findIndex((word) => word === '-' || untilWords.has(word))
  if (index === -1) return false
  const end = words.slice(index + 1).join(' ')
  return (
    monthOrYear.test(words.slice(0, index).join(' ')) &&
    (monthOrYear.test(end) || openEnd.test(end))
  )
}

const maxPeriodLength = 40

const isPeriod = (text: string, order: ContentSource['dateOrder']): boolean =>
  text.length <= maxPeriodLength && (isSpanOfMonths(text) || findDateRanges(text, order).length > 0)
