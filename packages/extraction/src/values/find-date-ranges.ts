import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { fold, foldKeepingOffsets } from './fold.ts'
import { getMonthNumber, monthPattern } from './month-names.ts'
import { type DateOrder, findDates } from './parse-date.ts'

/**
 * First or last day of a range: its offsets in the text and its ISO 8601 date, completed when the
 * text leaves out the year or month.
 */
type RangeEnd = { readonly start: number; readonly end: number; readonly iso: string }

export type FoundDateRange = { readonly first: RangeEnd; readonly last: RangeEnd }

const untilWords = [...new Set(wordsInAllLanguages('until').map(fold))]
  .map((word) => word.replace(/[.+*/]/g, String.raw`\$&`))
  .toSorted((a, b) => b.length - a.length)
const separator = String.raw`\s{0,3}(?:[-–—]|(?:${untilWords.join('|')})(?!\p{L}))\s{0,3}`
const rangeJoiner = new RegExp(`^,?${separator}(?:le |the |el |il |den |dem )?$`, 'u')
/** Matches `1.`, `1 January` and `January 1` before the separator and the last day. */
const incompleteFirstDay = new RegExp(
  String.raw`(?<!\p{N})(?:(?<day>\d{1,2})\.?(?:\s(?<month>${monthPattern})\.?)?|(?<monthBefore>${monthPattern})\.?\s(?<dayBehind>\d{1,2}))${separator}$`,
  'u',
)
const separatorAtEnd = new RegExp(`${separator}$`, 'u')
const maxFirstDayLength = 30

/** Finds the date ranges in a text, such as `1 to 31 January 2026` and `01.05.14-31.05.14`. */
export function findDateRanges(text: string, order?: DateOrder): readonly FoundDateRange[] {
  const dates = findDates(text, order)
  const foldedText = foldKeepingOffsets(text)
  return dates
    .map((last, index) => {
      const previousDate = dates[index - 1]
      const isCompleteRange =
        previousDate && rangeJoiner.test(foldedText.slice(previousDate.end, last.start))
      const first = isCompleteRange ? previousDate : findIncompleteFirstDay(foldedText, last)
      return first && first.iso <= last.iso ? { first, last } : undefined
    })
    .filter((value) => value !== undefined)
}

function findIncompleteFirstDay(foldedText: string, last: RangeEnd): RangeEnd | undefined {
  const searchStart = Math.max(0, last.start - maxFirstDayLength)
  const match = foldedText.slice(searchStart, last.start).match(incompleteFirstDay)
  if (!match?.groups) return undefined
  const { day, month, monthBefore, dayBehind } = match.groups
  const namedMonth = getMonthNumber(month ?? monthBefore ?? '')
  const dayNumber = Number(day ?? dayBehind)
  const [year, lastMonth] = last.iso.split('-')
  const iso = `${year}-${namedMonth ? String(namedMonth).padStart(2, '0') : lastMonth}-${String(dayNumber).padStart(2, '0')}`
  if (dayNumber < 1 || dayNumber > 31) return undefined
  const start = searchStart + (match.index ?? 0)
  const matchedText = match[0].replace(separatorAtEnd, '')
  return { start, end: start + matchedText.length, iso }
}
