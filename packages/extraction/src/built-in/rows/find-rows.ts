import { omitUndefined } from '@recto/omit-undefined'
import type { Question } from '@recto/provider-spec/answer'
import type { Passage } from '../../align/passage.ts'
import type { ColumnKind } from '../../labels/column-kinds.ts'
import { wordsOf } from '../../values/fold.ts'
import type { ClosestTable, FoundColumn, FoundRows, PageRange } from '../found-rows.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { interpretColumn, minMatchScore, scoreColumnMeaning } from './column-meaning.ts'
import { findRecords } from './find-records.ts'
import { findTitledRows } from './find-titled-rows.ts'
import { findUnheadedRows } from './find-unheaded-rows.ts'
import type { HeadedColumn, Headings } from './headed-column.ts'
import { findHeadings, repeatsHeadings } from './headings.ts'
import { type HeadingTest, interpretListQuestion, type ListMeaning } from './list-request.ts'
import { type ColumnMatch, isGeneralName, isMoney, matchColumns } from './match-columns.ts'
import { type ReadTable, readTable } from './read-table.ts'
import { refineMatches } from './refine-matches.ts'
import { isSameNoun } from './same-noun.ts'
import { isListOfItems, isSupported } from './table-support.ts'

export type ListRequest = {
  readonly question: Pick<Question, 'key' | 'prompt'>
  /** Whether the question asks for items with prices, and not for any table. */
  readonly isOfItems: boolean
  readonly headers: readonly string[]
  /** Page numbers from 1, both included; 0 means the first or last page. */
  readonly startPage: number
  readonly endPage: number
}

/** The list that was found, or what the document has instead. */
export type ListSearch =
  | { readonly rows: FoundRows }
  | { readonly closest: ClosestTable | undefined; readonly list: ListMeaning }

/** Minimum score of a heading that counts as requested; less is too common in other rows. */
const minAskedScore = 0.5
/** Maximum number of tables compared with the question; the first ones count. */
const maxTables = 200
/** Maximum number of tables read; those that match best count. */
const maxReadTables = 12

/**
 * Finds the list that matches the question best: one below headings, else records, else items with
 * prices.
 */
export function findRows(wholeDocument: PreparedDocument, request: ListRequest): ListSearch {
  const preparedDocument = { ...wholeDocument, rows: getUprightRows(wholeDocument) }
  const isHeading = createHeadingTest(preparedDocument)
  const list = interpretListQuestion(request.question, request.headers, isHeading)
  if (list.isRestricted) return { list, closest: undefined }
  const range = {
    fromPage: Math.max(0, request.startPage - 1),
    toPage: request.endPage === 0 ? Number.POSITIVE_INFINITY : request.endPage - 1,
  }
  const all = findHeadings(preparedDocument, (meaning) =>
    list.columns.some((one) => scoreColumnMeaning(one.meaning, meaning) > minAskedScore),
  )
  const candidates = dropRepeated(
    all.filter(({ page }) => page >= range.fromPage && page <= range.toPage),
  ).map((headings) => toCandidate(preparedDocument, headings, list))
  const fits = ({ headings, isFit }: Candidate) =>
    isFit &&
    (!request.isOfItems ||
      list.columns.length > 0 ||
      isListOfItems(headings.columns) ||
      list.subject.length > 0)
  const [best] = candidates
    .filter(({ isFit, matches }) => isFit || matches.some(({ score }) => score >= minMatchScore))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxReadTables)
    .map((candidate) => refineCandidate(preparedDocument, candidate, { list, all, range }))
    .filter((candidate) => fits(candidate) && candidate.table.rows.length > 0)
    .toSorted((a, b) => scoreTable(b) - scoreTable(a))
  const rows =
    (best && toFoundRows(best.table, best.matches, list)) ??
    findTitledRows(preparedDocument, list, all, range) ??
    (request.isOfItems && list.columns.length === 0
      ? undefined
      : findRecords(preparedDocument, list, range)) ??
    findUnheadedRows(preparedDocument, list, range)
  if (rows) return { rows }
  const otherCandidates =
    candidates.length > 0 ? candidates : findOtherTables(preparedDocument, list, range)
  return { list, closest: findClosest(otherCandidates, list) }
}

const uprightRows = new WeakMap<PreparedDocument['rows'], PreparedDocument['rows']>()

/** The rows without what is printed sideways at the edge of a page. */
function getUprightRows({ rows }: PreparedDocument): PreparedDocument['rows'] {
  const cachedRows = uprightRows.get(rows)
  if (cachedRows) return cachedRows
  const upright = rows
    .map((row) => ({ ...row, cells: row.cells.filter((cell) => !isSideways(cell)) }))
    .filter(({ cells }) => cells.length > 0)
  uprightRows.set(rows, upright)
  return upright
}

const isSideways = ({ text, box }: Passage): boolean =>
  text.length > 2 && box[2] - box[0] < 0.8 * (box[3] - box[1])

/** Creates a test for names that a text beside others contains, so that they can be headings. */
function createHeadingTest({ rows }: PreparedDocument): HeadingTest {
  let texts: string | undefined
  return (name) => {
    texts ??= rows
      .flatMap(({ cells }) => (cells.length > 1 ? cells : []))
      .filter(({ text, words }) => words.length > 1 && words.length < 8 && !/\d/.test(text))
      .map(({ text }) => ` ${wordsOf(text).join(' ')} `)
      .join('|')
    return texts.includes(` ${wordsOf(name).join(' ')} `)
  }
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

type Candidate = {
  readonly headings: Headings
  readonly matches: readonly ColumnMatch[]
  readonly isFit: boolean
  readonly score: number
}

/** Requested columns count more than known ones. */
function toCandidate(
  preparedDocument: PreparedDocument,
  headings: Headings,
  list: ListMeaning,
): Candidate {
  const matches = matchColumns(list, headings.columns)
  const kinds = new Set(headings.columns.flatMap(({ kind }) => kind ?? [])).size
  const items = isListOfItems(headings.columns) ? 5 : 0
  const matchScore = matches.reduce((sum, { score }) => sum + score, 0)
  const isFit = isSupported(preparedDocument, { headings, matches, list })
  const isNamed =
    list.columns.length > 0 &&
    isSupported(preparedDocument, { headings, matches: [], list: { ...list, columns: [] } }) &&
    list.subject.length > 0
  return {
    headings,
    matches,
    isFit,
    score: 10 * matchScore + 2 * kinds + items + (isNamed ? 8 : 0),
  }
}

type TableContext = {
  readonly list: ListMeaning
  readonly all: readonly Headings[]
  readonly range: PageRange
}

/** Reads a table, and judges it again by what is in its columns. */
function refineCandidate(
  preparedDocument: PreparedDocument,
  candidate: Candidate,
  { list, all, range }: TableContext,
): Candidate & { readonly table: ReadTable } {
  const { headings } = candidate
  const table = readTable(preparedDocument, headings, all, range)
  const matches = refineMatches(preparedDocument, list, table, candidate.matches)
  return {
    ...candidate,
    table,
    matches,
    isFit: isSupported(preparedDocument, { headings, matches, list }),
  }
}

const scoreTable = ({ score, table }: Candidate & { readonly table: ReadTable }) =>
  score + Math.min(table.rows.length, 20) / 4

/** Name of a column that has no heading and names the rows. */
const nameOfRows = 'Description'

/**
 * Selects the part of a table that the question names: the rows above the sum with that name, such
 * as `Total deductions`.
 */
function selectPart(
  { rows, sums, headings }: ReadTable,
  { nouns }: ListMeaning,
): ReadTable['rows'] {
  const namesHeading = headings.columns.some(({ meaning }) =>
    meaning.words.some((word) => nouns.some((noun) => isSameNoun(noun, word))),
  )
  const index = sums.findIndex(({ label }) =>
    wordsOf(label).some((word) => nouns.some((noun) => isSameNoun(noun, word))),
  )
  const sum = sums[index]
  if (namesHeading || !sum) return rows
  const part = rows.slice(sums[index - 1]?.rowCount ?? 0, sum.rowCount)
  return part.length > 0 ? part : rows
}

function toFoundRows(
  table: ReadTable,
  likelyMatches: readonly ColumnMatch[],
  list: ListMeaning,
): FoundRows {
  const { totals, unread, details } = table
  const { columns } = table.headings
  const rows = selectPart(table, list)
  const names = columns.map(({ text }) => (text === '' ? nameOfRows : text))
  if (list.columns.length === 0) {
    const visibleColumns = columns
      .map((_, index) => index)
      .filter((index) => index === 0 || columns[index]?.text !== '')
    return {
      headings: visibleColumns.map((index) => names[index] ?? ''),
      columns: visibleColumns.map((index) =>
        toFoundColumn(toUniqueName(names, index), columns[index]),
      ),
      rows: rows.map((row) => visibleColumns.map((index) => row[index] ?? [])),
      totals,
      unread,
      details,
    }
  }
  const subjectColumn = findSubjectColumn(list, columns, likelyMatches, rows)
  const matches = keepBeside(columns, likelyMatches, subjectColumn).map((match) =>
    match.score < minMatchScore && match.column !== undefined && countsRows(rows, match.column)
      ? { ...match, column: undefined }
      : match,
  )
  const places = [
    ...(subjectColumn === undefined ? [] : [subjectColumn]),
    ...matches.map(({ column }) => column),
  ]
  const requestedNames = [
    ...(subjectColumn === undefined ? [] : [names[subjectColumn] ?? '']),
    ...list.columns.map(({ name }) => name),
  ]
  return {
    headings: places.flatMap((index) => (index === undefined ? [] : (names[index] ?? []))),
    columns: places.map((index, i) =>
      index === undefined
        ? { name: requestedNames[i] ?? '', isKnown: false, isMissing: true }
        : { ...toFoundColumn(requestedNames[i] ?? '', columns[index]), isKnown: true },
    ),
    rows: rows
      .map((row) => places.map((index) => (index === undefined ? [] : (row[index] ?? []))))
      .filter((row) => row.some((texts) => texts.length > 0)),
    totals,
    unread,
    details,
  }
}

/**
 * Two tables side by side may have columns with the same heading, as in `Payments, Amount, Deductions, Amount`.
 * Returns the matches in the table that has the other requested columns.
 */
function keepBeside(
  columns: readonly HeadedColumn[],
  matches: readonly ColumnMatch[],
  subjectColumn: number | undefined,
): readonly ColumnMatch[] {
  const isRepeated = (index: number) =>
    columns.filter(({ text }) => text === columns[index]?.text).length > 1
  const anchor =
    subjectColumn ??
    matches.find(({ column }) => column !== undefined && !isRepeated(column))?.column
  if (anchor === undefined) return matches
  const usedColumns = new Set(matches.map(({ column }) => column))
  return matches.map((match) => {
    const { column } = match
    if (column === undefined || column > anchor || !isRepeated(column)) return match
    const columnBeside = columns.findIndex(
      ({ text }, index) =>
        index > anchor && text === columns[column]?.text && !usedColumns.has(index),
    )
    if (columnBeside === -1) return match
    usedColumns.add(columnBeside)
    return { ...match, column: columnBeside }
  })
}

const kindsOfNames: ReadonlySet<ColumnKind> = new Set<ColumnKind>([
  'code',
  'phone',
  'serial-number',
  'ticket-number',
  'lot',
  'seat',
  'flight',
])

const timeKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>([
  'time',
  'departure',
  'arrival',
  'start',
  'end',
])
const dayKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['date', 'value-date', 'due-date'])

function toFoundColumn(name: string, column: HeadedColumn | undefined): FoundColumn {
  const requestedName = interpretColumn(name)
  const headingKinds = column?.meaning.kinds ?? []
  const hasKindOf = (kinds: ReadonlySet<ColumnKind>) =>
    [...headingKinds, ...requestedName.kinds].some((kind) => kinds.has(kind)) || undefined
  const isOfNames =
    headingKinds.some((kind) => kindsOfNames.has(kind)) && !isMoney({ meaning: requestedName })
  return {
    name,
    isKnown: column?.kind !== undefined,
    ...omitUndefined({
      isOfNames: isOfNames || undefined,
      isOfTimes: hasKindOf(timeKinds),
      isOfDays: hasKindOf(dayKinds),
    }),
  }
}

/**
 * `List the buildings with area and staff` also asks for the column `Building`: the one that the
 * subject names and no requested column stands for.
 */
function findSubjectColumn(
  { canNameSubject, nouns, columns: requestedColumns }: ListMeaning,
  columns: readonly HeadedColumn[],
  matches: readonly ColumnMatch[],
  rows: ReadTable['rows'],
): number | undefined {
  if (!canNameSubject) return undefined
  const usedColumns = new Set(matches.map(({ column }) => column))
  const index = columns.findIndex(
    ({ meaning }, i) =>
      !usedColumns.has(i) &&
      !countsRows(rows, i) &&
      meaning.words.length <= 4 &&
      meaning.words.some((word) => nouns.some((noun) => isSameNoun(noun, word))),
  )
  if (index !== -1) return index
  const asksForNames = requestedColumns.some(({ meaning }) => isGeneralName(meaning))
  return columns[0]?.text === '' && !usedColumns.has(0) && !asksForNames ? 0 : undefined
}

/** Whether a column only numbers the rows: 1, 2, 3 or 10, 20, 30. */
function countsRows(rows: ReadTable['rows'], column: number): boolean {
  const numbers = rows.map((row) => Number((row[column] ?? []).map(({ text }) => text).join(' ')))
  const [first = 0] = numbers
  return first > 0 && numbers.length > 1 && numbers.every((number, i) => number === first * (i + 1))
}

const minColumns = 3
const minRows = 2

/** Tables none of whose headings are known or requested: a refusal says what they have. */
function findOtherTables(
  preparedDocument: PreparedDocument,
  list: ListMeaning,
  range: PageRange,
): readonly Candidate[] {
  const all = findHeadings(preparedDocument, () => true)
  return all
    .filter(
      ({ page, columns }) =>
        page >= range.fromPage && page <= range.toPage && columns.length >= minColumns,
    )
    .slice(0, maxReadTables)
    .filter((headings) => {
      const { rows } = readTable(preparedDocument, headings, all, range)
      const isFull = (row: ReadTable['rows'][number]) =>
        row.filter((texts) => texts.length > 0).length >= headings.columns.length - 1
      return (
        headings.columns.every(({ text }) => text !== '') && rows.filter(isFull).length >= minRows
      )
    })
    .map((headings) => toCandidate(preparedDocument, headings, list))
}

/** The table that has most of the requested columns, or the most columns of a known kind. */
function findClosest(
  candidates: readonly Candidate[],
  { columns }: ListMeaning,
): ClosestTable | undefined {
  const [best] = candidates.toSorted((a, b) => b.score - a.score)
  if (!best) return undefined
  return {
    headings: best.headings.columns.map(({ text }) => text).filter((text) => text !== ''),
    page: best.headings.page,
    missingColumns: columns
      .filter((_, index) => (best.matches[index]?.score ?? 0) < minMatchScore)
      .map(({ name }) => name),
  }
}

/** Columns with the same name are distinguished by a number. */
function toUniqueName(names: readonly string[], index: number): string {
  const earlierCount = names.slice(0, index).filter((name) => name === names[index]).length
  return earlierCount === 0 ? (names[index] ?? '') : `${names[index]} ${earlierCount + 1}`
}
