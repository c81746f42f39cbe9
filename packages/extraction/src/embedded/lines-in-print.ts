import type { EmbeddedLine } from '@recto/document-text/embedded'
import type { DocumentText } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import type { Evidence, Json, ListReport, Question } from '@recto/provider-spec/answer'
import type { Row } from '../lists/row-units.ts'
import { settleList } from '../lists/settle-list.ts'
import type { LineColumn } from './line-columns.ts'
import { fieldOf, type LineValue } from './line-values.ts'

type PrintedRow = Readonly<Record<string, readonly Evidence[]>>
/** Where each line of the data stands in print, cell by cell. */
export type PrintedLines = readonly (PrintedRow | undefined)[]

type Lines = {
  readonly question: Question
  readonly columns: readonly LineColumn[]
  readonly values: readonly (readonly (LineValue | undefined)[])[]
}

/** Where the print says the lines, line by line; nowhere where it has fewer or more of them. */
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
  // Most print a price as the data has it, for a hundred; some what one piece costs.
  const { rows, report } = find(document, { question, columns, rows: rowsOf(asWritten) })
  if (!values.flat().some((value) => value?.written !== undefined)) return { printed: rows, report }
  const others = find(document, { question, columns, rows: rowsOf(({ value }) => value) }).rows
  return { printed: rows.map((row, at) => joined(row, others[at])), report }
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
  ...{ headers: [], startPage: 0, endPage: 0, isByHeaders: false, isCompressed: false },
  pageDelimiter: '<<<',
}

function find(
  document: DocumentText,
  { question: { list = wholeDocument }, columns, rows }: Sought,
): { readonly rows: PrintedLines; readonly report: ListReport } {
  const names = columns.map(({ name }) => name)
  const settled = settleList(document, {
    ...{ settings: { ...list, headers: names }, columns: names, unread: [], tokens: 0 },
    type: 'record',
    given: [{ from: 0, to: Number.MAX_SAFE_INTEGER, rows }],
  })
  // Of records the rows are the value, and their places its evidence.
  const found = (settled.value ?? []) as readonly Row[]
  const places = (settled.evidence ?? []) as PrintedLines
  const isWhole = found.length === rows.length && !settled.report.doubled
  const none = { rows: rows.length, warnings: [], missing: [], missingCount: 0 }
  return {
    rows: isWhole ? inOrderOf(rows, { found, places, columns }) : rows.map(() => undefined),
    // Data has every line that it has: which of the print's lines are others says nothing of it.
    report: { ...settled.report, ...none },
  }
}

type Found = {
  readonly found: readonly Row[]
  readonly places: PrintedLines
  readonly columns: readonly LineColumn[]
}

/** Print may have the lines in another order, and with numbers of its own. */
function inOrderOf(rows: readonly Row[], { found, places, columns }: Found): PrintedLines {
  const telling = columns.filter(({ term }) => term !== 'BT-126').map(({ name }) => name)
  const keyOf = (row: Row) => JSON.stringify(telling.map((name) => row[name]))
  const free = Map.groupBy(
    found.map((row, at) => ({ key: keyOf(row), place: places[at] })),
    ({ key }) => key,
  )
  return rows.map((row) => free.get(keyOf(row))?.shift()?.place)
}

/** Amounts are printed as they are; a unit or a description may be printed in other words. */
const printedAsTheyAre = new Set(['BT-129', 'BT-146', 'BT-131'])

type InPrint = {
  readonly line: EmbeddedLine
  readonly columns: readonly LineColumn[]
  readonly column: LineColumn
  readonly printed: PrintedRow | undefined
}

/** Where a line stands in print with most of its fields, and this amount is not among them. */
export function contradictionInPrint(
  document: DocumentText,
  { line, columns, column, printed }: InPrint,
): readonly Evidence[] {
  // The text of a file that is data itself is no print.
  if (!printed || line.place.attachment === undefined) return []
  if (!printedAsTheyAre.has(column.term) || !fieldOf(line, column.term)) return []
  if (printed[column.name]?.length) return []
  const found = columns.flatMap(({ name }) => printed[name] ?? [])
  if (found.length < 2 || found.length * 2 < columns.length) return []
  const row = printedRow(document, found)
  return row ? [{ ...row, match: 'exact', contradicts: true }] : []
}

/** All words beside those of a row that were found. */
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
