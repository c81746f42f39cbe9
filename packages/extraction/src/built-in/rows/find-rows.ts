import type { Question } from '@recto/provider-spec/answer'
import { toPhrase, toPhraseKey } from '../../labels/phrases.ts'
import { keyToWords } from '../../values/fold.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { findRecords } from './find-records.ts'
import { findUnheadedRows } from './find-unheaded-rows.ts'
import type { FoundRows } from './found-rows.ts'
import { findHeadings, type HeadedColumn, type Headings, repeatsHeadings } from './headings.ts'
import { type ReadTable, readTable } from './read-table.ts'
import { getRequestedColumns, matchColumns, type RequestedColumn } from './requested-columns.ts'

export type ListRequest = {
  readonly question: Pick<Question, 'key' | 'prompt'>
  /** Whether the question asks for items with prices, and not for any table. */
  readonly isOfItems: boolean
  readonly headers: readonly string[]
  /** Page numbers from 1, both included; 0 means the first or last page. */
  readonly startPage: number
  readonly endPage: number
}

/** Maximum number of tables read; the first ones count. */
const maxTables = 40

/**
 * Finds the list that matches the question best: one below headings, else records, else items with
 * prices.
 */
export function findRows(
  preparedDocument: PreparedDocument,
  request: ListRequest,
): FoundRows | undefined {
  const requestedColumns = getRequestedColumns(request.question, request.headers)
  const words = new Set(toPhrase(`${keyToWords(request.question.key)} ${request.question.prompt}`))
  const names = new Set(requestedColumns.map(({ phrase }) => toPhraseKey(phrase)))
  const range = {
    fromPage: Math.max(0, request.startPage - 1),
    toPage: request.endPage === 0 ? Number.POSITIVE_INFINITY : request.endPage - 1,
  }
  const all = findHeadings(preparedDocument, (phrase) => names.has(toPhraseKey(phrase)))
  const headingsInRange = all.filter(({ page }) => page >= range.fromPage && page <= range.toPage)
  const fits = ({ columns }: Headings) =>
    !request.isOfItems || requestedColumns.length > 0 || isListOfItems(columns)
  const [best] = dropRepeated(headingsInRange)
    .filter(fits)
    .map((headings) => readTable(preparedDocument, headings, all, range))
    .filter(({ rows }) => rows.length > 0)
    .map((table) => ({
      table,
      score: scoreTable(table, { requestedColumns, words }),
    }))
    .toSorted((a, b) => b.score - a.score)
  const rowsUnderHeadings = best && toFoundRows(best.table, requestedColumns)
  const records =
    rowsUnderHeadings ??
    (request.isOfItems ? undefined : findRecords(preparedDocument, requestedColumns, range))
  return records ?? findUnheadedRows(preparedDocument, requestedColumns, range)
}

/** Drops headings that only repeat previous ones. */
function dropRepeated(all: readonly Headings[]): readonly Headings[] {
  const distinctHeadings: Headings[] = []
  for (const headings of all) {
    if (distinctHeadings.length === maxTables) break
    if (!distinctHeadings.some((earlier) => repeatsHeadings(earlier, headings)))
      distinctHeadings.push(headings)
  }
  return distinctHeadings
}

/** Requested columns count more than known ones, and those more than the number of rows. */
function scoreTable(
  { headings: { columns }, rows }: ReadTable,
  { requestedColumns, words }: RequestedTable,
): number {
  const matchCount = matchColumns(requestedColumns, columns).filter(
    (index) => index !== undefined,
  ).length
  const namedCount = columns.filter(({ phrase }) => phrase.every((word) => words.has(word))).length
  const kinds = new Set(columns.flatMap(({ kind }) => kind ?? [])).size
  const items = isListOfItems(columns) ? 5 : 0
  return 10 * matchCount + 4 * namedCount + 2 * kinds + items + Math.min(rows.length, 20) / 4
}

type RequestedTable = {
  readonly requestedColumns: readonly RequestedColumn[]
  readonly words: ReadonlySet<string>
}

function isListOfItems(columns: readonly HeadedColumn[]): boolean {
  const kinds = columns.flatMap(({ kind }) => kind ?? [])
  const isCounted = kinds.some((kind) => ['amount', 'price', 'quantity'].includes(kind))
  return isCounted && (kinds.includes('description') || kinds.includes('code'))
}

function toFoundRows(
  { headings: { columns }, rows, totals }: ReadTable,
  requestedColumns: readonly RequestedColumn[],
): FoundRows | undefined {
  const names = columns.map(({ text }) => text.replace(/\s+/gu, ' '))
  if (requestedColumns.length === 0) {
    return {
      headings: names,
      columns: columns.map(({ kind }, index) => ({
        name: toUniqueName(names, index),
        isKnown: kind !== undefined,
      })),
      rows,
      totals,
    }
  }
  const places = matchColumns(requestedColumns, columns)
  if (places.every((columnIndex) => columnIndex === undefined)) return undefined
  return {
    headings: places.flatMap((columnIndex) =>
      columnIndex === undefined ? [] : (names[columnIndex] ?? []),
    ),
    columns: requestedColumns.map(({ name }, i) => ({ name, isKnown: places[i] !== undefined })),
    rows: rows.map((row) =>
      places.map((columnIndex) => (columnIndex === undefined ? [] : (row[columnIndex] ?? []))),
    ),
    totals,
  }
}

/** Columns with the same name are distinguished by a number. */
function toUniqueName(names: readonly string[], index: number): string {
  const earlierCount = names.slice(0, index).filter((name) => name === names[index]).length
  return earlierCount === 0 ? (names[index] ?? '') : `${names[index]} ${earlierCount + 1}`
}
