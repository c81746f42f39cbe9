import { approximate, isAnyNumber } from '@recto/exact-json/exact-number'
import type { CheckedTotal, Json } from '@recto/provider-spec/answer'
import type { DecimalMark } from '../values/decimal-mark.ts'
import { findNumbers, parseExactNumber } from '../values/parse-number.ts'
import type { ListColumn } from './columns.ts'
import { getLineKinds } from './line-kinds.ts'
import type { Row } from './row-units.ts'
import { type Source, type SourceLine, spanOf } from './source-lines.ts'

type ListToCheck = {
  readonly columns: readonly ListColumn[]
  readonly rows: readonly Row[]
  readonly mark: DecimalMark | undefined
  readonly from: number
  readonly to: number
}

/** Returns the columns for which the document states a total, with the sums of their rows. */
export function checkTotals(source: Source, list: ListToCheck): readonly CheckedTotal[] {
  return list.columns
    .filter(({ kind }) => kind === 'number')
    .flatMap((column) => checkTotal(source, column, list) ?? [])
}

function checkTotal(
  source: Source,
  column: ListColumn,
  list: ListToCheck,
): CheckedTotal | undefined {
  const statedTotals = findStatedTotals(source, column, list)
  const values = list.rows.flatMap((row) => toNumber(row[column.name] ?? null, list.mark) ?? [])
  if (statedTotals.length === 0 || values.length < 2) return undefined
  const sum = roundSum(values.reduce((all, value) => all + value, 0))
  const isSum = (value: number) => Math.abs(Math.abs(value) - Math.abs(sum)) < 0.006
  const matchingTotal = statedTotals.find(isSum)
  // Without a grand total, the stated totals may be those of the pages.
  const isSumOfPages = isSum(roundSum(statedTotals.reduce((all, value) => all + value, 0)))
  const agrees = matchingTotal !== undefined || isSumOfPages
  return {
    column: column.name,
    sum,
    stated: matchingTotal === undefined ? statedTotals : [matchingTotal],
    agrees,
  }
}

/** Returns the numbers of the column on lines with totals. */
function findStatedTotals(
  source: Source,
  column: ListColumn,
  { mark, from, to }: ListToCheck,
): readonly number[] {
  return [...getLineKinds(source).sums].flatMap(([index, kind]) => {
    const line = source.lines[index]
    // A total is often below the end of the list's pages, and never far from it.
    const isNear = index >= from && index <= to + 20
    return line && kind === 'total' && isNear
      ? findNumbersInColumn(source, line, { column, mark })
      : []
  })
}

type ColumnToCheck = Pick<ListToCheck, 'mark'> & { readonly column: ListColumn }

function findNumbersInColumn(source: Source, line: SourceLine, { column, mark }: ColumnToCheck) {
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

function toNumber(value: Json, mark: DecimalMark | undefined): number | undefined {
  const number = typeof value === 'string' ? parseExactNumber(value, mark) : value
  return isAnyNumber(number) ? approximate(number) : undefined
}

const roundSum = (value: number) => Math.round(value * 1e6) / 1e6
