import { foldKeepingOffsets } from './fold.ts'
import { getMonthNumber, monthPattern } from './month-names.ts'

/** Whether the first or the second number of `03/04/2025` is the day. */
export type DateOrder = 'day-first' | 'month-first'

export type FoundDate = {
  readonly start: number
  readonly end: number
  /** `YYYY-MM-DD`. */
  readonly iso: string
  /** Alternative reading of a numeric date whose day and month can be swapped. */
  readonly alternativeIso?: string
}

type DateReading = { readonly iso: string; readonly alternativeIso?: string } | undefined
type DateFormat = {
  readonly pattern: RegExp
  readonly read: (groups: Readonly<Record<string, string>>, order: DateOrder) => DateReading
}

const year = String.raw`(?<year>\d{4}|['’]?\d{2})(?!\d|[.,:/]\d|\s*,\s*\d{4})`
const day = String.raw`(?<day>\d{1,2})`
const separator = String.raw`\s{0,3}(?:[-/.,]\s{0,3}|(?<=\s)(?:de|del|di|of)\s{1,3})?`
const ordinal = String.raw`(?:st|nd|rd|th|er|o|º|ª|\.)?`

const dateFormats: readonly DateFormat[] = [
  {
    pattern: compilePattern(
      String.raw`(?<!\d|\d[-/.])(?<year>\d{4})\s?([-/.])\s?(?<month>\d{1,2})\s?\2\s?${day}(?!\d)`,
    ),
    read: ({ year, month, day }) => toCalendarDay(year, month, day),
  },
  {
    pattern: compilePattern(String.raw`(?<year>\d{4})\s?年\s?(?<month>\d{1,2})\s?月\s?${day}\s?日`),
    read: ({ year, month, day }) => toCalendarDay(year, month, day),
  },
  {
    pattern: compilePattern(
      String.raw`(?<!\d|\d[/.,])(?<first>\d{1,2})\s?([-/.])\s?(?<second>\d{1,2})\s?\2\s?${year}`,
    ),
    read: ({ year, first, second }, order) => readNumericDate({ year, first, second }, order),
  },
  {
    pattern: compilePattern(
      String.raw`(?<!\d|\d[.,/])${day}${ordinal}${separator}(?<month>${monthPattern})\.?${separator}${year}`,
    ),
    read: ({ year, month, day }) => toCalendarDay(year, String(getMonthNumber(month ?? '')), day),
  },
  {
    pattern: compilePattern(
      String.raw`(?<!\p{L})(?<month>${monthPattern})\.?\s{0,3}(?:[-/]\s{0,3})?${day}(?!\d)${ordinal}\s{0,3}(?:[,/-]\s{0,3})?${year}`,
    ),
    read: ({ year, month, day }) => toCalendarDay(year, String(getMonthNumber(month ?? '')), day),
  },
]

/** The formats possible in a text without letters, which cannot contain a month name. */
const numericFormats = [dateFormats[0], dateFormats[2]].filter((format) => format !== undefined)

function compilePattern(source: string): RegExp {
  return new RegExp(source, 'giu')
}

/**
 * Finds the dates in a text, written in digits or with month names of any language in the
 * vocabulary. Two-digit years are between 1970 and 2069.
 */
export function findDates(text: string, order: DateOrder = 'day-first'): readonly FoundDate[] {
  if (!/\d/.test(text)) return []
  const foldedText = foldKeepingOffsets(text)
  const formats = /[^\0-@[-`{-~]/.test(foldedText) ? dateFormats : numericFormats
  const dates = formats.flatMap(({ pattern, read }) =>
    [...foldedText.matchAll(pattern)]
      .map((match) => {
        const reading = read({ ...match.groups }, order)
        return reading
          ? { start: match.index, end: match.index + match[0].length, ...reading }
          : undefined
      })
      .filter((value) => value !== undefined),
  )
  return removeContainedDates(dates)
}

/** Sorts the dates by position and removes those contained in another one. */
function removeContainedDates(dates: readonly FoundDate[]): readonly FoundDate[] {
  let maxPreviousEnd = -1
  let outerDate: FoundDate | undefined
  return dates
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((date) => {
      if (outerDate?.start !== date.start) {
        maxPreviousEnd = Math.max(maxPreviousEnd, outerDate?.end ?? -1)
        outerDate = date
      }
      return maxPreviousEnd < date.end && outerDate.end === date.end
    })
}

function readNumericDate(
  { year, first, second }: Readonly<Record<'year' | 'first' | 'second', string | undefined>>,
  order: DateOrder,
): DateReading {
  const dayFirst = toCalendarDay(year, second, first)
  const monthFirst = toCalendarDay(year, first, second)
  const [preferredReading, otherReading] =
    order === 'day-first' ? [dayFirst, monthFirst] : [monthFirst, dayFirst]
  if (!preferredReading) return otherReading
  if (!otherReading || otherReading.iso === preferredReading.iso) return preferredReading
  return { iso: preferredReading.iso, alternativeIso: otherReading.iso }
}

function toCalendarDay(year?: string, month?: string, day?: string): DateReading {
  const y = expandYear(year ?? '')
  const m = Number(month)
  const d = Number(day)
  const date = new Date(Date.UTC(y, m - 1, d))
  if (date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d || y < 1000) return undefined
  return { iso: date.toISOString().slice(0, 10) }
}

function expandYear(yearText: string): number {
  const number = Number(yearText.replace(/\D/g, ''))
  if (number >= 100) return number
  return number < 70 ? 2000 + number : 1900 + number
}

/** Parses a short text that states exactly one day, as ISO 8601, with the time of day if given. */
export function parseDate(text: string, order?: DateOrder): string | undefined {
  const timestamp = text
    .trim()
    .match(/^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)$/)
  if (timestamp?.[1] && findDates(timestamp[1]).length === 1)
    return `${timestamp[1]}T${timestamp[2]}`
  const days = new Set(findDates(text, order).map((date) => date.iso))
  return days.size === 1 ? [...days][0] : undefined
}

/**
 * The order proved by the dates of a text; `undefined` when each can be read both ways or they
 * contradict each other.
 */
export function detectDateOrder(text: string): DateOrder | undefined {
  const pairs = [
    ...text.matchAll(/(?<![\d/.-])(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{4}|\d{2})(?![\d/.-]\d)/g),
  ]
  const isDayFirst = pairs.some(([, first]) => Number(first) > 12)
  const isMonthFirst = pairs.some(([, , second]) => Number(second) > 12)
  if (isDayFirst === isMonthFirst) return undefined
  return isDayFirst ? 'day-first' : 'month-first'
}
