import type { CellRow } from '../../labels/cell-rows.ts'
import type { ColumnKind } from '../../labels/column-kinds.ts'
import { toLabelWords } from '../../labels/phrases.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { isDistinguishing, minMatchScore } from './column-meaning.ts'
import { hasTypedKind } from './content-scores.ts'
import type { HeadedColumn, Headings } from './headed-column.ts'
import type { ListMeaning } from './list-request.ts'
import type { ColumnMatch } from './match-columns.ts'
import { isSameNoun } from './same-noun.ts'

/** Rows above a table that can contain its title. */
const maxTitleRows = 4
const maxTitleWords = 16

/** Whether a table shows that it is the requested list. */
export function isSupported(
  preparedDocument: Pick<PreparedDocument, 'rows'>,
  { headings, matches, list }: MatchedTable,
): boolean {
  const subject = judgeSubject(preparedDocument, headings, list)
  if (list.columns.length === 0) return subject !== 'unsupported'
  const counts = countMatches(list, matches)
  if (counts.strong === 0) return false
  if (lacksTypedColumn(list, matches) && (subject === 'unsupported' || list.columns.length <= 2))
    return false
  // Most of what tells the list from others is there.
  if (counts.distinguishing > 0 && 2 * counts.distinguishing >= counts.allDistinguishing)
    return subject === 'unsupported'
      ? 2 * counts.strong > list.columns.length
      : 2 * counts.matched >= list.columns.length
  if (subject === 'supported') return isMostlyMatched(counts, list.columns.length)
  return isFullyMatched(counts, list.columns.length, subject)
}

/** Whether the table has nothing for a requested amount, count, day or time. */
const lacksTypedColumn = ({ columns }: ListMeaning, matches: readonly ColumnMatch[]): boolean =>
  columns.some(
    ({ meaning }, index) => matches[index]?.column === undefined && hasTypedKind(meaning),
  )

type MatchedTable = {
  readonly headings: Headings
  readonly matches: readonly ColumnMatch[]
  readonly list: ListMeaning
}

/** Numbers of requested columns. */
type MatchCounts = {
  readonly matched: number
  readonly strong: number
  readonly distinguishing: number
  readonly allDistinguishing: number
}

const minNamedScore = 0.32

function countMatches({ columns }: ListMeaning, matches: readonly ColumnMatch[]): MatchCounts {
  const isStrong = (match: ColumnMatch | undefined) => (match?.score ?? 0) >= minMatchScore
  const mainMatches = matches.filter((_, index) => {
    const column = columns[index]
    return column !== undefined && isDistinguishing(column.meaning)
  })
  return {
    // What a column contains does not show what the table is about.
    matched: matches.filter(({ score }) => score > minNamedScore).length,
    strong: matches.filter(isStrong).length,
    // A related column does not show what the table is about.
    distinguishing: mainMatches.filter(({ score }) => score > minMatchScore).length,
    allDistinguishing: mainMatches.length,
  }
}

const isMostlyMatched = (counts: MatchCounts, requestedCount: number): boolean =>
  2 * counts.strong > requestedCount ||
  (counts.allDistinguishing === 0 && 2 * counts.matched > requestedCount)

/** Columns that many tables have show a list only together. */
function isFullyMatched(
  counts: MatchCounts,
  requestedCount: number,
  subject: 'unsupported' | 'neutral',
): boolean {
  const isWhole =
    counts.matched === requestedCount && counts.strong >= 2 && counts.strong >= counts.matched - 1
  if (isWhole && counts.strong >= 3) return true
  const isNearlyWhole = counts.matched >= 3 && counts.matched > 0.7 * requestedCount
  return subject === 'neutral' && (isWhole || isNearlyWhole)
}

/** Whether the table is about what the question names; neutral when the question names nothing. */
function judgeSubject(
  { rows }: Pick<PreparedDocument, 'rows'>,
  headings: Headings,
  { subject, isOfItems, isOfTransactions }: ListMeaning,
): 'supported' | 'unsupported' | 'neutral' {
  if (isOfItems && isListOfItems(headings.columns)) return 'supported'
  if (isOfTransactions) return isListOfTransactions(headings.columns) ? 'supported' : 'unsupported'
  if (subject.length === 0) return isOfItems ? 'unsupported' : 'neutral'
  const words = [
    ...headings.columns.flatMap(({ meaning }) => meaning.words),
    ...getTitleWords(rows, headings),
  ]
  const isNamed = subject.some((noun) => words.some((word) => isRelated(noun, word)))
  return isNamed ? 'supported' : 'unsupported'
}

const minCompoundPart = 5

export function isRelated(noun: string, word: string): boolean {
  if (isSameNoun(noun, word)) return true
  const [short, long] = noun.length < word.length ? [noun, word] : [word, noun]
  return short.length >= minCompoundPart && (long.startsWith(short) || long.endsWith(short))
}

function getTitleWords(rows: readonly CellRow[], { first, page }: Headings): readonly string[] {
  return rows
    .slice(Math.max(0, first - maxTitleRows), first)
    .filter((row) => row.page === page)
    .flatMap(({ cells }) => cells)
    .filter(({ words }) => words.length <= maxTitleWords)
    .flatMap(({ text }) => toLabelWords(text))
}

const hasKind = (columns: readonly HeadedColumn[], kinds: readonly ColumnKind[]) =>
  columns.some(({ meaning }) => meaning.kinds.some((kind) => kinds.includes(kind)))

/** Whether a table has things that are counted or priced. */
export function isListOfItems(columns: readonly HeadedColumn[]): boolean {
  const isCounted = hasKind(columns, ['amount', 'price', 'quantity', 'ordered', 'delivered'])
  return isCounted && hasKind(columns, ['description', 'code', 'topic'])
}

function isListOfTransactions(columns: readonly HeadedColumn[]): boolean {
  const hasDate = hasKind(columns, ['date', 'value-date'])
  if (!hasDate || hasKind(columns, ['quantity', 'price'])) return false
  return hasKind(columns, ['amount', 'debit', 'credit', 'balance'])
}
