import { wordsInAll } from '../vocabulary/languages.ts'
import { fold, foldInPlace } from './fold.ts'
import { monthOf, monthPattern } from './month-names.ts'
import { type DateOrder, findDates } from './parse-date.ts'

/** A day of a range: where it stands, maybe without its year, and as ISO 8601. */
type RangeEnd = { readonly start: number; readonly end: number; readonly iso: string }

export type FoundRange = { readonly first: RangeEnd; readonly last: RangeEnd }

const until = [...new Set(wordsInAll('until').map(fold))]
  .map((word) => word.replace(/[.+*/]/g, String.raw`\$&`))
  .toSorted((a, b) => b.length - a.length)
const separator = String.raw`\s{0,3}(?:[-–—]|(?:${until.join('|')})(?!\p{L}))\s{0,3}`
const between = new RegExp(`^,?${separator}(?:le |the |el |il |den |dem )?$`, 'u')
/** `1.` and `1 January` before the separator and the last day, and `January 1`. */
const openFirst = new RegExp(
  String.raw`(?<!\p{N})(?:(?<day>\d{1,2})\.?(?:\s(?<month>${monthPattern})\.?)?|(?<monthBefore>${monthPattern})\.?\s(?<dayBehind>\d{1,2}))${separator}$`,
  'u',
)
const separatorAtEnd = new RegExp(`${separator}$`, 'u')
const longestFirst = 30

/** The ranges of days in a text, such as `1 to 31 January 2026` and `01.05.14-31.05.14`. */
export function findRanges(text: string, order?: DateOrder): readonly FoundRange[] {
  const dates = findDates(text, order)
  const folded = foldInPlace(text)
  return dates.flatMap((last, i) => {
    const before = dates[i - 1]
    const isWhole = before && between.test(folded.slice(before.end, last.start))
    const first = isWhole ? before : openDay(folded, last)
    return first && first.iso <= last.iso ? [{ first, last }] : []
  })
}

function openDay(folded: string, last: RangeEnd): RangeEnd | undefined {
  const from = Math.max(0, last.start - longestFirst)
  const found = folded.slice(from, last.start).match(openFirst)
  if (!found?.groups) return undefined
  const { day, month, monthBefore, dayBehind } = found.groups
  const named = monthOf(month ?? monthBefore ?? '')
  const number = Number(day ?? dayBehind)
  const [year, lastMonth] = last.iso.split('-')
  const iso = `${year}-${named ? String(named).padStart(2, '0') : lastMonth}-${String(number).padStart(2, '0')}`
  if (number < 1 || number > 31) return undefined
  const start = from + (found.index ?? 0)
  const written = found[0].replace(separatorAtEnd, '')
  return { start, end: start + written.length, iso }
}
