import { type ColumnForm, type ContentSource, findContent } from './block-columns.ts'
import { minMatchScore } from './column-meaning.ts'
import { hasTypedKind, hasTypedMainWord, scoreContent } from './content-scores.ts'
import type { HeadedColumn } from './headed-column.ts'
import type { ListMeaning, RequestedColumn } from './list-request.ts'
import { type ColumnMatch, isGeneralName, isMoney } from './match-columns.ts'
import type { ReadTable } from './read-table.ts'
import { isSameNoun } from './same-noun.ts'

/** Maximum number of rows that show what a column contains. */
const maxSampleRows = 40
/** A match by what a column contains. */
const contentScore = 0.3
const nameScore = 0.4
/** Names this similar are the same, whatever is in the column. */
const minSameName = 0.97
const noMatch: ColumnMatch = { column: undefined, score: 0 }

/** A column with what it contains. */
type FilledColumn = HeadedColumn & {
  readonly index: number
  readonly content: ColumnForm
  /** Share of the rows that fill it. */
  readonly fill: number
}

/**
 * Corrects the matches of a table by what is in its columns: a column of words is no amount, the only column of days
 * is the requested day, and the column that names the rows is what the question asks for by a word that no heading has.
 */
export function refineMatches(
  source: ContentSource,
  list: ListMeaning,
  { headings, rows }: ReadTable,
  matches: readonly ColumnMatch[],
): readonly ColumnMatch[] {
  const sample = rows.slice(0, maxSampleRows)
  if (sample.length === 0 || list.columns.length === 0) return matches
  const columns = headings.columns.map((column, index): FilledColumn => {
    const texts = sample.flatMap((row) => row[index]?.[0]?.text ?? [])
    const filledTexts = texts.filter((text) => /[\p{L}\d]/u.test(text))
    return {
      ...column,
      index,
      content: findContent(source, texts),
      fill: filledTexts.length / sample.length,
    }
  })
  const possibleMatches = matches.map((match, index) =>
    isPossible(list.columns[index], match, columns) ? match : noMatch,
  )
  return matchNamesOfRows(list, columns, matchContents(list, columns, possibleMatches))
}

/** Whether a requested amount, count, day or time is not matched with a column of words. */
function isPossible(
  requestedColumn: RequestedColumn | undefined,
  { column, score }: ColumnMatch,
  columns: readonly FilledColumn[],
): boolean {
  const content = columns[column ?? -1]?.content
  if (!requestedColumn || content === undefined || score >= minSameName) return true
  const { meaning } = requestedColumn
  if (content === 'text' && score < minMatchScore && hasTypedMainWord(meaning)) return false
  return content !== 'text' || !hasTypedKind(meaning) || scoreContent(meaning, content) > 0
}

const getFreeColumns = (
  columns: readonly FilledColumn[],
  matches: readonly ColumnMatch[],
): readonly FilledColumn[] =>
  columns.filter(({ index }) => !matches.some(({ column }) => column === index))

/** Matches a requested amount, count, day or time with the only column left that contains such. */
function matchContents(
  { columns: requestedColumns }: ListMeaning,
  columns: readonly FilledColumn[],
  matches: readonly ColumnMatch[],
): readonly ColumnMatch[] {
  const fits = ({ meaning }: RequestedColumn, column: FilledColumn) =>
    scoreContent(meaning, column.content) >= 1 && !hasOtherKind(meaning, column)
  const open = requestedColumns.filter(
    ({ meaning }, index) => matches[index]?.column === undefined && hasTypedKind(meaning),
  )
  const freeColumns = getFreeColumns(columns, matches)
  return matches.map((match, index) => {
    const requestedColumn = requestedColumns[index]
    if (match.column !== undefined || !requestedColumn || !open.includes(requestedColumn))
      return match
    const [column, ...otherColumns] = freeColumns.filter((one) => fits(requestedColumn, one))
    const rivals = column ? open.filter((one) => fits(one, column)) : []
    return column && otherColumns.length === 0 && rivals.length === 1
      ? { column: column.index, score: contentScore }
      : match
  })
}

/** Whether a heading says that its column is something else. */
const hasOtherKind = (
  { kinds }: RequestedColumn['meaning'],
  { meaning }: Pick<FilledColumn, 'meaning'>,
): boolean => meaning.kinds.length > 0 && !meaning.kinds.some((kind) => kinds.includes(kind))

const minFill = 0.8

/**
 * The first column of words that nearly every row fills names the rows. It is what a requested column means that names
 * the things in the list, or the only one that is left.
 */
function matchNamesOfRows(
  { columns: requestedColumns, nouns, canNameSubject }: ListMeaning,
  columns: readonly FilledColumn[],
  matches: readonly ColumnMatch[],
): readonly ColumnMatch[] {
  const names = columns.find(({ content, fill }) => content === 'text' && fill >= minFill)
  const isUsed = matches.some(({ column }) => column === names?.index)
  if (!names || isUsed) return matches
  const open = requestedColumns
    .map((_, index) => index)
    .filter((index) => matches[index]?.column === undefined)
  const strongCount = matches.filter(({ score }) => score >= minMatchScore).length
  const isOfList = (index: number) =>
    requestedColumns[index]?.meaning.words.some((word) =>
      nouns.some((noun) => isSameNoun(word, noun)),
    ) === true
  const hasName = matches.some(({ column }, index) => {
    const requestedColumn = requestedColumns[index]
    return column !== undefined && requestedColumn && isGeneralName(requestedColumn.meaning)
  })
  const isOnlyOne =
    !canNameSubject &&
    !hasName &&
    open.length === 1 &&
    strongCount >= Math.max(1, requestedColumns.length - 1)
  const requestedIndex = open.find(
    (index) =>
      (canNameRows(requestedColumns[index]) && (isOfList(index) || isOnlyOne)) ||
      (index === 0 && isOnlyOne && requestedColumns.filter(isMoney).length > 1),
  )
  return matches.map((match, index) =>
    index === requestedIndex && strongCount > 0 ? { column: names.index, score: nameScore } : match,
  )
}

const canNameRows = (requestedColumn: RequestedColumn | undefined): boolean =>
  requestedColumn !== undefined &&
  !hasTypedKind(requestedColumn.meaning) &&
  !hasTypedMainWord(requestedColumn.meaning) &&
  scoreContent(requestedColumn.meaning, 'text') > 0
