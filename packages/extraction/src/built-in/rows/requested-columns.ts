import type { Question } from '@recto/provider-spec/answer'
import { type ColumnKind, findColumnKind } from '../../labels/column-kinds.ts'
import { scorePhrase, toPhrase, toPhraseKey } from '../../labels/phrases.ts'
import { keyToWords } from '../../values/fold.ts'
import type { HeadedColumn } from './headings.ts'

/** A column that the question asks for. */
export type RequestedColumn = {
  readonly name: string
  readonly phrase: readonly string[]
  readonly kind: ColumnKind | undefined
}

const maxWords = 4

/**
 * Returns the configured headers, or else the columns listed in the prompt if at least two are of a
 * known kind.
 */
export function getRequestedColumns(
  { prompt }: Pick<Question, 'prompt'>,
  headers: readonly string[],
): readonly RequestedColumn[] {
  if (headers.length > 0) return headers.map(toRequestedColumn)
  const listedColumns = splitColumnNames(prompt)
    .filter((part) => part.split(/\s+/u).length <= maxWords)
    .map(toRequestedColumn)
    .filter(({ kind }) => kind !== undefined)
  const kinds = new Set(listedColumns.map(({ kind }) => kind))
  return kinds.size >= 2
    ? listedColumns.filter((one, i) => findFirstOfKind(listedColumns, one) === i)
    : []
}

/** Splits a prompt where a list of columns can be separated. */
export const splitColumnNames = (prompt: string): readonly string[] =>
  prompt
    .split(/[,;:\n()[\]{}"]|\.\s|\s(?:and|with|und|mit|et|avec|en|met|y|con|e)\s/iu)
    .map(trimMarks)
    .filter((part) => part !== '')

/** Removes bullets and punctuation around the parts of a list or sentence. */
function trimMarks(part: string): string {
  let from = 0
  let to = part.length
  while (from < to && ' -*•'.includes(part.charAt(from))) from += 1
  while (to > from && ' .?!'.includes(part.charAt(to - 1))) to -= 1
  return part.slice(from, to).trim()
}

const findFirstOfKind = (columns: readonly RequestedColumn[], { kind }: RequestedColumn) =>
  columns.findIndex((column) => column.kind === kind)

function toRequestedColumn(name: string): RequestedColumn {
  const phrase = toPhrase(keyToWords(name))
  return { name, phrase, kind: findColumnKind(phrase) }
}

/** Scores how well a column matches a requested one, 0 to 1. */
function scoreColumn(requestedColumn: RequestedColumn, column: HeadedColumn): number {
  if (toPhraseKey(requestedColumn.phrase) === toPhraseKey(column.phrase)) return 1
  if (requestedColumn.kind !== undefined && requestedColumn.kind === column.kind) return 0.8
  const score = scorePhrase(column.phrase, requestedColumn.phrase)
  return Math.max(score, scorePhrase(requestedColumn.phrase, column.phrase)) > 0.5 ? 0.6 : 0
}

/** Finds the index of the matching column for each requested one; no column is used twice. */
export function matchColumns(
  requestedColumns: readonly RequestedColumn[],
  columns: readonly HeadedColumn[],
): readonly (number | undefined)[] {
  const pairs = requestedColumns
    .flatMap((requestedColumn, requestedIndex) =>
      columns.map((column, columnIndex) => ({
        requestedIndex,
        columnIndex,
        score: scoreColumn(requestedColumn, column),
      })),
    )
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.columnIndex - b.columnIndex)
  const matches: (number | undefined)[] = requestedColumns.map(() => undefined)
  const usedColumns = new Set<number>()
  for (const { requestedIndex, columnIndex } of pairs) {
    if (matches[requestedIndex] !== undefined || usedColumns.has(columnIndex)) continue
    matches[requestedIndex] = columnIndex
    usedColumns.add(columnIndex)
  }
  return matches
}
