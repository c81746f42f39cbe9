import type { Question } from '@recto/provider-spec/answer'
import { type ColumnKind, columnKindOf } from '../../labels/column-kinds.ts'
import { nameOfPhrase, phraseMatch, phraseOf } from '../../labels/phrases.ts'
import { spokenKey } from '../../values/fold.ts'
import type { HeadedColumn } from './headings.ts'

/** A column that is asked for. */
export type AskedColumn = {
  readonly name: string
  readonly phrase: readonly string[]
  readonly kind: ColumnKind | undefined
}

const maxWords = 4

/** The headers that are set; else the columns that the prompt lists, when two of them are known ones. */
export function askedColumns(
  { prompt }: Pick<Question, 'prompt'>,
  headers: readonly string[],
): readonly AskedColumn[] {
  if (headers.length > 0) return headers.map(askedColumn)
  const listed = prompt
    .split(/[,;:\n()[\]{}"]|\s(?:and|with|und|mit|et|avec|en|met|y|con|e)\s/iu)
    .map(withoutMarks)
    .filter((part) => part !== '' && part.split(/\s+/u).length <= maxWords)
    .map(askedColumn)
    .filter(({ kind }) => kind !== undefined)
  const kinds = new Set(listed.map(({ kind }) => kind))
  return kinds.size >= 2 ? listed.filter((one, i) => firstOf(listed, one) === i) : []
}

/** Without what a list or a sentence puts around its parts. */
function withoutMarks(part: string): string {
  let [from, to] = [0, part.length]
  while (from < to && ' -*•'.includes(part.charAt(from))) from += 1
  while (to > from && ' .?!'.includes(part.charAt(to - 1))) to -= 1
  return part.slice(from, to).trim()
}

const firstOf = (listed: readonly AskedColumn[], { kind }: AskedColumn) =>
  listed.findIndex((other) => other.kind === kind)

function askedColumn(name: string): AskedColumn {
  const phrase = phraseOf(spokenKey(name))
  return { name, phrase, kind: columnKindOf(phrase) }
}

/** How well a column is the one that is asked for, 0 to 1. */
function columnMatch(asked: AskedColumn, column: HeadedColumn): number {
  if (nameOfPhrase(asked.phrase) === nameOfPhrase(column.phrase)) return 1
  if (asked.kind !== undefined && asked.kind === column.kind) return 0.8
  const said = phraseMatch(column.phrase, asked.phrase)
  return Math.max(said, phraseMatch(asked.phrase, column.phrase)) > 0.5 ? 0.6 : 0
}

/** For each asked column the place of the one that it means; none is given away twice. */
export function matchColumns(
  asked: readonly AskedColumn[],
  columns: readonly HeadedColumn[],
): readonly (number | undefined)[] {
  const pairs = asked
    .flatMap((one, i) => columns.map((column, at) => ({ i, at, match: columnMatch(one, column) })))
    .filter(({ match }) => match > 0)
    .toSorted((a, b) => b.match - a.match || a.at - b.at)
  const chosen: (number | undefined)[] = asked.map(() => undefined)
  const taken = new Set<number>()
  for (const { i, at } of pairs) {
    if (chosen[i] !== undefined || taken.has(at)) continue
    chosen[i] = at
    taken.add(at)
  }
  return chosen
}
