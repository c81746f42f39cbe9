import type { CheckedTotal, Json } from '@recto/provider-spec/answer'
import { type DecimalMark, findNumbers, parseExactNumber } from '../values/parse-number.ts'
import type { ListColumn } from './columns.ts'
import { kindsOf } from './kinds-of-lines.ts'
import type { Row } from './row-units.ts'
import { type Source, type SourceLine, spanOf } from './source-lines.ts'

type Given = {
  readonly columns: readonly ListColumn[]
  readonly rows: readonly Row[]
  readonly mark: DecimalMark | undefined
  readonly from: number
  readonly to: number
}

/** Returns the columns for which the document states a total, with the sums of their rows. */
export function checkTotals(source: Source, given: Given): readonly CheckedTotal[] {
  return given.columns
    .filter(({ kind }) => kind === 'number')
    .flatMap((column) => checkTotal(source, column, given) ?? [])
}

function checkTotal(source: Source, column: ListColumn, given: Given): CheckedTotal | undefined {
  const stated = statedIn(source, column, given)
  const values = given.rows.flatMap((row) => numberIn(row[column.name] ?? null, given.mark) ?? [])
  if (stated.length === 0 || values.length < 2) return undefined
  const sum = rounded(values.reduce((all, value) => all + value, 0))
  const isSum = (value: number) => Math.abs(Math.abs(value) - Math.abs(sum)) < 0.006
  const found = stated.find(isSum)
  // The totals of the pages, when none is the grand total.
  const ofPages = isSum(rounded(stated.reduce((all, value) => all + value, 0)))
  const agrees = found !== undefined || ofPages
  return { column: column.name, sum, stated: found === undefined ? stated : [found], agrees }
}

/** Returns the numbers of the column on lines with totals. */
function statedIn(
  source: Source,
  column: ListColumn,
  { mark, from, to }: Given,
): readonly number[] {
  return [...kindsOf(source).sums].flatMap(([index, kind]) => {
    const line = source.lines[index]
    // A total is often below the end of the list's pages, and never far from it.
    const isNear = index >= from && index <= to + 20
    return line && kind === 'total' && isNear ? numbersIn(source, line, { column, mark }) : []
  })
}

type InColumn = Pick<Given, 'mark'> & { readonly column: ListColumn }

function numbersIn(source: Source, line: SourceLine, { column, mark }: InColumn) {
  const all = source.document.pages[line.page]?.words ?? []
  return line.tokens.flatMap((token) => {
    const [start, end] = spanOf(source, line, token)
    if (token.kind !== 'number' || start > column.right || end < column.left) return []
    const words = line.words.slice(token.from, token.to).map((word) => all[word]?.text)
    return findNumbers(words.join(' '), mark)
      .slice(0, 1)
      .map(({ value }) => value)
  })
}

function numberIn(value: Json, mark: DecimalMark | undefined): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? parseExactNumber(value, mark) : undefined
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6
