import type { EmbeddedLine } from '@recto/document-text/embedded'
import type { DocumentText } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import type { Evidence, Json, ListReport, Question } from '@recto/provider-spec/answer'
import { mergeList } from '../lists/merge-list.ts'
import type { Row } from '../lists/row-units.ts'
import type { LineColumn } from './line-columns.ts'
import { findField, type LineValue } from './line-values.ts'

type PrintedRow = Readonly<Record<string, readonly Evidence[]>>
/** Printed positions of each line of the data, cell by cell. */
export type PrintedLines = readonly (PrintedRow | undefined)[]

type LinesToPrint = {
  readonly question: Question
  readonly columns: readonly LineColumn[]
  readonly values: readonly (readonly (LineValue | undefined)[])[]
}

/**
 * Finds the printed rows of the lines. Returns no positions when the print has fewer or more rows
 * than the data.
 */
export function findPrintedLines(
  document: DocumentText,
  { question, columns, values }: LinesToPrint,
): { readonly printedLines: PrintedLines; readonly report: ListReport } {
  const toRows = (cell: (value: LineValue) => Json) =>
    values.map((line) =>
      Object.fromEntries(
        columns.map(({ name }, i) => {
          const value = line[i]
          return [name, value ? cell(value) : null]
        }),
      ),
    )
  // Most invoices print a price for a hundred as the data has it; some print the unit price.
  const { rows, report } = findPrintedRows(document, {
    question,
    columns,
    rows: toRows(getSourceValue),
  })
  if (!values.flat().some((value) => value?.sourceValue !== undefined))
    return { printedLines: rows, report }
  const unitPriceRows = findPrintedRows(document, {
    question,
    columns,
    rows: toRows(({ value }) => value),
  }).rows
  return { printedLines: rows.map((row, index) => joinRows(row, unitPriceRows[index])), report }
}

const getSourceValue = ({ value, sourceValue = value }: LineValue) => sourceValue

function joinRows(row: PrintedRow | undefined, otherRow: PrintedRow | undefined) {
  if (!row || !otherRow) return row ?? otherRow
  const names = Object.keys(row)
  return Object.fromEntries(
    names.map((name) => [name, row[name]?.length ? row[name] : (otherRow[name] ?? [])]),
  )
}

type RowSearch = Pick<LinesToPrint, 'question' | 'columns'> & { readonly rows: readonly Row[] }

const wholeDocument = {
  headers: [],
  startPage: 0,
  endPage: 0,
  isByHeaders: false,
  isCompressed: false,
  pageDelimiter: '<<<',
}

function findPrintedRows(
  document: DocumentText,
  { question: { list = wholeDocument }, columns, rows }: RowSearch,
): { readonly rows: PrintedLines; readonly report: ListReport } {
  const names = columns.map(({ name }) => name)
  const mergedList = mergeList(document, {
    settings: { ...list, headers: names },
    columns: names,
    unread: [],
    tokens: 0,
    type: 'record',
    batches: [{ from: 0, to: Number.MAX_SAFE_INTEGER, rows }],
  })
  // For records, the rows are the value and their positions are the evidence.
  const printedRows = (mergedList.value ?? []) as readonly Row[]
  const positions = (mergedList.evidence ?? []) as PrintedLines
  const isWhole = printedRows.length === rows.length && !mergedList.report.doubled
  const noWarnings = { rows: rows.length, warnings: [], missing: [], missingCount: 0 }
  return {
    rows: isWhole
      ? orderByRows(rows, { printedRows, positions, columns })
      : rows.map(() => undefined),
    // Data contains every line, so missing or extra printed rows are no warning.
    report: { ...mergedList.report, ...noWarnings },
  }
}

type PrintedList = {
  readonly printedRows: readonly Row[]
  readonly positions: PrintedLines
  readonly columns: readonly LineColumn[]
}

/** The print may have the lines in another order and with other line numbers. */
function orderByRows(
  rows: readonly Row[],
  { printedRows, positions, columns }: PrintedList,
): PrintedLines {
  const comparedColumns = columns.filter(({ term }) => term !== 'BT-126').map(({ name }) => name)
  const toKey = (row: Row) => JSON.stringify(comparedColumns.map((name) => row[name]))
  const positionsByKey = Map.groupBy(
    printedRows.map((row, index) => ({ key: toKey(row), rowPositions: positions[index] })),
    ({ key }) => key,
  )
  return rows.map((row) => positionsByKey.get(toKey(row))?.shift()?.rowPositions)
}

/**
 * Terms whose values are printed unchanged; a unit or a description may be printed in other words.
 */
const unchangedTerms = new Set(['BT-129', 'BT-146', 'BT-131'])

type LineInPrint = {
  readonly line: EmbeddedLine
  readonly columns: readonly LineColumn[]
  readonly column: LineColumn
  readonly printedRow: PrintedRow | undefined
}

/**
 * Returns the printed row of a line when most of its fields are found there, but not this amount.
 */
export function findAmountContradiction(
  document: DocumentText,
  { line, columns, column, printedRow }: LineInPrint,
): readonly Evidence[] {
  // The text of a file that is itself data does not count as print.
  if (!printedRow || line.place.attachment === undefined) return []
  if (!unchangedTerms.has(column.term) || !findField(line, column.term)) return []
  if (printedRow[column.name]?.length) return []
  const evidence = columns.flatMap(({ name }) => printedRow[name] ?? [])
  if (evidence.length < 2 || evidence.length * 2 < columns.length) return []
  const row = findWholeRow(document, evidence)
  return row ? [{ ...row, match: 'exact', contradicts: true }] : []
}

/** Returns all words on the same row as the words that were found. */
function findWholeRow(document: DocumentText, evidence: readonly Evidence[]) {
  const [first] = evidence
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
