import { foldInPlace } from './fold.ts'
import { monthOf, monthPattern } from './month-names.ts'

/** Which of the first two numbers of `03/04/2025` is the day. */
export type DateOrder = 'day-first' | 'month-first'

export type FoundDate = {
  readonly start: number
  readonly end: number
  /** `YYYY-MM-DD`. */
  readonly iso: string
  /** The other reading of a date in digits whose day and month may be exchanged. */
  readonly otherwise?: string
}

type DateReading = { readonly iso: string; readonly otherwise?: string } | undefined
type Writing = {
  readonly pattern: RegExp
  readonly read: (groups: Readonly<Record<string, string>>, order: DateOrder) => DateReading
}

const year = String.raw`(?<year>\d{4}|['’]?\d{2})(?!\d|[.,:/]\d|\s*,\s*\d{4})`
const day = String.raw`(?<day>\d{1,2})`
const between = String.raw`\s{0,3}(?:[-/.,]\s{0,3}|(?<=\s)(?:de|del|di|of)\s{1,3})?`
const ordinal = String.raw`(?:st|nd|rd|th|er|o|º|ª|\.)?`

const writings: readonly Writing[] = [
  {
    pattern: pattern(
      String.raw`(?<!\d|\d[-/.])(?<year>\d{4})\s?([-/.])\s?(?<month>\d{1,2})\s?\2\s?${day}(?!\d)`,
    ),
    read: ({ year, month, day }) => calendarDay(year, month, day),
  },
  {
    pattern: pattern(String.raw`(?<year>\d{4})\s?年\s?(?<month>\d{1,2})\s?月\s?${day}\s?日`),
    read: ({ year, month, day }) => calendarDay(year, month, day),
  },
  {
    pattern: pattern(
      String.raw`(?<!\d|\d[/.,])(?<first>\d{1,2})\s?([-/.])\s?(?<second>\d{1,2})\s?\2\s?${year}`,
    ),
    read: ({ year, first, second }, order) => inDigits({ year, first, second }, order),
  },
  {
    pattern: pattern(
      String.raw`(?<!\d|\d[.,/])${day}${ordinal}${between}(?<month>${monthPattern})\.?${between}${year}`,
    ),
    read: ({ year, month, day }) => calendarDay(year, String(monthOf(month ?? '')), day),
  },
  {
    pattern: pattern(
      String.raw`(?<!\p{L})(?<month>${monthPattern})\.?\s{0,3}(?:[-/]\s{0,3})?${day}(?!\d)${ordinal}\s{0,3}(?:[,/-]\s{0,3})?${year}`,
    ),
    read: ({ year, month, day }) => calendarDay(year, String(monthOf(month ?? '')), day),
  },
]

/** A text without a letter has no month in words. */
const inDigitsAlone = [writings[0], writings[2]].filter((writing) => writing !== undefined)

function pattern(source: string): RegExp {
  return new RegExp(source, 'giu')
}

/**
 * The days that stand in a text, in digits or with month names of all languages
 * of the vocabulary. Years of two digits lie between 1970 and 2069.
 */
export function findDates(text: string, order: DateOrder = 'day-first'): readonly FoundDate[] {
  if (!/\d/.test(text)) return []
  const folded = foldInPlace(text)
  const possible = /[^\0-@[-`{-~]/.test(folded) ? writings : inDigitsAlone
  const found = possible.flatMap(({ pattern, read }) =>
    [...folded.matchAll(pattern)].flatMap((match) => {
      const reading = read({ ...match.groups }, order)
      return reading ? [{ start: match.index, end: match.index + match[0].length, ...reading }] : []
    }),
  )
  return withoutCovered(found)
}

/** From left to right, without those that stand inside a longer one. */
function withoutCovered(found: readonly FoundDate[]): readonly FoundDate[] {
  let before = -1
  let longest: FoundDate | undefined
  return found
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((date) => {
      if (longest?.start !== date.start) {
        before = Math.max(before, longest?.end ?? -1)
        longest = date
      }
      return before < date.end && longest.end === date.end
    })
}

function inDigits(
  { year, first, second }: Readonly<Record<'year' | 'first' | 'second', string | undefined>>,
  order: DateOrder,
): DateReading {
  const dayFirst = calendarDay(year, second, first)
  const monthFirst = calendarDay(year, first, second)
  const [preferred, other] = order === 'day-first' ? [dayFirst, monthFirst] : [monthFirst, dayFirst]
  if (!preferred) return other
  if (!other || other.iso === preferred.iso) return preferred
  return { iso: preferred.iso, otherwise: other.iso }
}

function calendarDay(year?: string, month?: string, day?: string): DateReading {
  const y = fullYear(year ?? '')
  const m = Number(month)
  const d = Number(day)
  const date = new Date(Date.UTC(y, m - 1, d))
  if (date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d || y < 1000) return undefined
  return { iso: date.toISOString().slice(0, 10) }
}

function fullYear(written: string): number {
  const number = Number(written.replace(/\D/g, ''))
  if (number >= 100) return number
  return number < 70 ? 2000 + number : 1900 + number
}

/** The day that a short text states, as ISO 8601, with the time of day if one is given. */
export function parseDate(text: string, order?: DateOrder): string | undefined {
  const stamp = text
    .trim()
    .match(/^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)$/)
  if (stamp?.[1] && findDates(stamp[1]).length === 1) return `${stamp[1]}T${stamp[2]}`
  const days = new Set(findDates(text, order).map((date) => date.iso))
  return days.size === 1 ? [...days][0] : undefined
}

/** The order that the dates of a text prove; `undefined` when every one can be read both ways. */
export function dateOrderOf(text: string): DateOrder | undefined {
  const pairs = [
    ...text.matchAll(/(?<![\d/.-])(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{4}|\d{2})(?![\d/.-]\d)/g),
  ]
  const isDayFirst = pairs.some(([, first]) => Number(first) > 12)
  const isMonthFirst = pairs.some(([, , second]) => Number(second) > 12)
  if (isDayFirst === isMonthFirst) return undefined
  return isDayFirst ? 'day-first' : 'month-first'
}
