import type { EmbeddedLine } from '@recto/document-text/embedded'
import type { DocumentText } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import type { Evidence, Json, ListReport, Question } from '@recto/provider-spec/answer'
import type { Row } from '../lists/row-units.ts'
import { settleList } from '../lists/settle-list.ts'
import type { LineColumn } from './line-columns.ts'
import { fieldOf, type LineValue } from './line-values.ts'

type PrintedRow = Readonly<Record<string, readonly Evidence[]>>
/** Printed positions of each line of the data, cell by cell. */
export type PrintedLines = readonly (PrintedRow | undefined)[]

type Lines = {
  readonly question: Question
  readonly columns: readonly LineColumn[]
  readonly values: readonly (readonly (LineValue | undefined)[])[]
}

/**
 * Finds the printed rows of the lines. Returns no positions when the print has fewer or more rows
 * than the data.
 */
export function linesInPrint(
  document: DocumentText,
  { question, columns, values }: Lines,
): { readonly printed: PrintedLines; readonly report: ListReport } {
  const rowsOf = (cell: (value: LineValue) => Json) =>
    values.map((line) =>
      Object.fromEntries(
        columns.map(({ name }, i) => {
          const value = line[i]
          return [name, value ? cell(value) : null]
        }),
      ),
    )
  // Most invoices print a price for a hundred as the data has it; some print the unit price.
  const { rows, report } = find(document, { question, columns, rows: rowsOf(asWritten) })
  if (!values.flat().some((value) => value?.written !== undefined)) return { printed: rows, report }
  const others = find(document, { question, columns, rows: rowsOf(({ value }) => value) }).rows
  return { printed: rows.map((row, index) => joined(row, others[index])), report }
}

const asWritten = ({ value, written = value }: LineValue) => written

function joined(row: PrintedRow | undefined, other: PrintedRow | undefined) {
  if (!row || !other) return row ?? other
  const names = Object.keys(row)
  return Object.fromEntries(
    names.map((name) => [name, row[name]?.length ? row[name] : (other[name] ?? [])]),
  )
}

type Sought = Pick<Lines, 'question' | 'columns'> & { readonly rows: readonly Row[] }

const wholeDocument = {
  headers: [],
  startPage: 0,
  endPage: 0,
  isByHeaders: false,
  isCompressed: false,
  pageDelimiter: '<<<',
}

function find(
  document: DocumentText,
  { question: { list = wholeDocument }, columns, rows }: Sought,
): { readonly rows: PrintedLines; readonly report: ListReport } {
  const names = columns.map(({ name }) => name)
  const settled = settleList(document, {
    settings: { ...list, headers: names },
    columns: names,
    unread: [],
    tokens: 0,
    type: 'record',
    given: [{ from: 0, to: Number.MAX_SAFE_INTEGER, rows }],
  })
  // For records, the rows are the value and their positions are the evidence.
  const found = (settled.value ?? []) as readonly Row[]
  const places = (settled.evidence ?? []) as PrintedLines
  const isWhole = found.length === rows.length && !settled.report.doubled
  const none = { rows: rows.length, warnings: [], missing: [], missingCount: 0 }
  return {
    rows: isWhole ? inOrderOf(rows, { found, places, columns }) : rows.map(() => undefined),
    // Data contains every line, so missing or extra printed rows are no warning.
    report: { ...settled.report, ...none },
  }
}

type Found = {
  readonly found: readonly Row[]
  readonly places: PrintedLines
  readonly columns: readonly LineColumn[]
}

/** The print may have the lines in another order and with other line numbers. */
function inOrderOf(rows: readonly Row[], { found, places, columns }: Found): PrintedLines {
  const telling = columns.filter(({ term }) => term !== 'BT-126').map(({ name }) => name)
  const keyOf = (row: Row) => JSON.stringify(telling.map((name) => row[name]))
  const free = Map.groupBy(
    found.map((row, index) => ({ key: keyOf(row), place: places[index] })),
    ({ key }) => key,
  )
  return rows.map((row) => free.get(keyOf(row))?.shift()?.place)
}

/**
 * Terms whose values are printed unchanged; a unit or a description may be printed in other words.
 */
const printedAsTheyAre = new Set(['BT-129', 'BT-146', 'BT-131'])

type InPrint = {
  readonly line: EmbeddedLine
  readonly columns: readonly LineColumn[]
  readonly column: LineColumn
  readonly printed: PrintedRow | undefined
}

/**
 * Returns the printed row of a line when most of its fields are found there, but not this amount.
 */
export function contradictionInPrint(
  document: DocumentText,
  { line, columns, column, printed }: InPrint,
): readonly Evidence[] {
  // The text of a file that is itself data does not count as print.
  if (!printed || line.place.attachment === undefined) return []
  if (!printedAsTheyAre.has(column.term) || !fieldOf(line, column.term)) return []
  if (printed[column.name]?.length) return []
  const found = columns.flatMap(({ name }) => printed[name] ?? [])
  if (found.length < 2 || found.length * 2 < columns.length) return []
  const row = printedRow(document, found)
  return row ? [{ ...row, match: 'exact', contradicts: true }] : []
}

/** Returns all words on the same row as the words that were found. */
function printedRow(document: DocumentText, found: readonly Evidence[]) {
  const [first] = found
  const page = document.pages.find(({ number }) => number === first?.page)
  const box = first?.boxes[0]
  if (!page || !box) return undefined
  const words = page.words.filter(({ box: [, y0, , y1] }) => {
    const middle = (y0 + y1) / 2
    return middle > box[1] && middle < box[3]
  })
  const quote = words.map(({ text }) => text).join(' ')
  return { page: page.number, boxes: [uniteBoxes(words.map((word) => word.box))], quote }
}
