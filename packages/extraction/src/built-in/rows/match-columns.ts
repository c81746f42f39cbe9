import type { ColumnKind } from '../../labels/column-kinds.ts'
import { minMatchScore, scoreColumnMeaning } from './column-meaning.ts'
import type { HeadedColumn } from './headed-column.ts'
import type { ListMeaning, RequestedColumn } from './list-request.ts'
import { isSameNoun } from './same-noun.ts'

/** The column of a table that was chosen for a requested one. */
export type ColumnMatch = {
  /** Index of the column in the table; undefined when the table has none. */
  readonly column: number | undefined
  /** 0 to 1; a column that is only the likeliest of those left has less than `minMatchScore`. */
  readonly score: number
}

/** A weaker match does not show that the table has the column. */
const minScore = 0.3
const noMatch: ColumnMatch = { column: undefined, score: 0 }

/** Finds the matching column for each requested one; no column is used twice. */
export function matchColumns(
  { columns: requestedColumns, nouns, canNameSubject }: ListMeaning,
  columns: readonly HeadedColumn[],
): readonly ColumnMatch[] {
  const pairs = requestedColumns
    .flatMap((requestedColumn, requestedIndex) =>
      columns.map((column, columnIndex) => ({
        requestedIndex,
        columnIndex,
        score: scoreColumn(requestedColumn, column, nouns),
      })),
    )
    .filter(({ score }) => score >= minScore)
    .toSorted((a, b) => b.score - a.score || a.columnIndex - b.columnIndex)
  const matches: ColumnMatch[] = requestedColumns.map(() => noMatch)
  const usedColumns = new Set<number>()
  for (const { requestedIndex, columnIndex, score } of pairs) {
    if (matches[requestedIndex] !== noMatch || usedColumns.has(columnIndex)) continue
    matches[requestedIndex] = { column: columnIndex, score }
    usedColumns.add(columnIndex)
  }
  const withMoney = matchOnlyMoney(requestedColumns, columns, matches)
  return matchRowNames(requestedColumns, columns, {
    matches: withMoney,
    usedColumns: new Set(withMoney.flatMap(({ column }) => column ?? [])),
    canNameSubject,
  })
}

const moneyKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['price', 'amount', 'premium'])
const moneyScore = 0.5

/** Whether a column is one of prices or amounts. */
export const isMoney = ({ meaning }: { readonly meaning: RequestedColumn['meaning'] }): boolean =>
  meaning.kinds.some((kind) => moneyKinds.has(kind))

/** If a question and a table have one column of money each, `Fee` and `Charge` are the same. */
function matchOnlyMoney(
  requestedColumns: readonly RequestedColumn[],
  columns: readonly HeadedColumn[],
  matches: readonly ColumnMatch[],
): readonly ColumnMatch[] {
  const requestedIndexes = findMoney(requestedColumns)
  const columnIndexes = findMoney(columns)
  const [requestedIndex] = requestedIndexes
  const [column] = columnIndexes
  const isClear = requestedIndexes.length === 1 && columnIndexes.length === 1
  if (!isClear || matches.some((match) => match.column === column)) return matches
  return matches.map((match, i) =>
    i === requestedIndex && match.column === undefined ? { column, score: moneyScore } : match,
  )
}

const findMoney = (
  columns: readonly { readonly meaning: RequestedColumn['meaning'] }[],
): readonly number[] => columns.flatMap((column, index) => (isMoney(column) ? index : []))

function scoreColumn(
  { meaning }: RequestedColumn,
  column: HeadedColumn,
  subject: readonly string[],
): number {
  if (column.text === '') return 0
  const score = scoreColumnMeaning(meaning, column.meaning)
  if (score >= 0.8 || !isGeneralName(meaning)) return score
  // `courses with their names` asks for the column `Course`.
  const isOfSubject = column.meaning.words.some((word) =>
    subject.some((subjectWord) => isSameNoun(word, subjectWord)),
  )
  return isOfSubject ? 0.75 : score
}

/** Whether a requested column only asks what each row is about. */
export const isGeneralName = ({ kinds }: RequestedColumn['meaning']): boolean =>
  kinds.some((kind) => kind === 'name' || kind === 'description' || kind === 'topic')

const rowNameScore = 0.4

type MatchContext = {
  readonly matches: readonly ColumnMatch[]
  readonly usedColumns: ReadonlySet<number>
  readonly canNameSubject: boolean
}

/**
 * The first column of texts names the rows, often without a heading. It is what a requested column
 * means that asks what each row is about, or that is the only one left.
 */
function matchRowNames(
  requestedColumns: readonly RequestedColumn[],
  columns: readonly HeadedColumn[],
  { matches, usedColumns, canNameSubject }: MatchContext,
): readonly ColumnMatch[] {
  const free = columns.findIndex(
    ({ text, meaning }, index) =>
      !usedColumns.has(index) &&
      isBeforeDetails(columns, index, usedColumns) &&
      (text === '' ? index === 0 : meaning.kinds.length === 0 || isGeneralName(meaning)),
  )
  const open = matches
    .map((_, index) => index)
    .filter((index) => matches[index]?.column === undefined)
  const requestedIndex =
    open.find((index) => isRowName(requestedColumns[index])) ??
    (canNameSubject ? undefined : open.find((index) => index === 0))
  const strongCount = matches.filter(({ score }) => score >= minMatchScore).length
  if (free === -1 || requestedIndex === undefined || strongCount === 0) return matches
  const requestedColumn = requestedColumns[requestedIndex]
  const isOther =
    columns[free]?.text !== '' && requestedColumn !== undefined && !isRowName(requestedColumn)
  if (isOther && strongCount < requestedColumns.length - 1) return matches
  return matches.map((match, index) =>
    index === requestedIndex ? { column: free, score: rowNameScore } : match,
  )
}

/** Names stand before what is said of them; only numbers and codes stand before names. */
function isBeforeDetails(
  columns: readonly HeadedColumn[],
  index: number,
  usedColumns: ReadonlySet<number>,
): boolean {
  const usedIndexes = [...usedColumns]
  const isBefore = usedIndexes.length === 0 || usedIndexes.some((usedColumn) => usedColumn > index)
  return isBefore && usedIndexes.every((one) => one > index || isRowNumber(columns[one]))
}

const kindsBeforeNames: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['position', 'code', 'date'])

const isRowNumber = (column: HeadedColumn | undefined): boolean =>
  column?.meaning.kinds.some((kind) => kindsBeforeNames.has(kind)) ?? false

const isRowName = (requestedColumn: RequestedColumn | undefined): boolean =>
  requestedColumn !== undefined && isGeneralName(requestedColumn.meaning)
