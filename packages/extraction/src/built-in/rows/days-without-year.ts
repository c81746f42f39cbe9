import { findDateRanges } from '../../values/find-date-ranges.ts'
import { fold, wordsOf } from '../../values/fold.ts'
import { getMonthNumber } from '../../values/month-names.ts'
import { findDates } from '../../values/parse-date.ts'
import type { PreparedDocument } from '../prepare-document.ts'

/** A day as tables print it below the period of a statement: `03.04.`, `03/04`, `Apr 03`, `3. April`. */
const digitsOnly = /^\d{1,2}(?<mark>[./-])\d{1,2}\.?$/u
const withMonthName = /^(?:\d{1,2}\.?\s\p{L}{3,10}\.?|\p{L}{3,10}\.?\s\d{1,2}\.?)$/u

type DaySource = Pick<PreparedDocument, 'text' | 'dateOrder'>

/**
 * Reads a day that is printed without its year: it is in the only period that the document states, or in the only year
 * of all its dates. Undefined when the document leaves the year open.
 */
export function readDayWithoutYear(source: DaySource, cell: string): string | undefined {
  const complete = toCompletion(cell.trim())
  if (!complete) return undefined
  const { years, first, last } = getTimeFrame(source)
  const days = years.flatMap((year) =>
    findDates(complete(year), source.dateOrder).map(({ iso }) => iso),
  )
  const daysInPeriod =
    first === undefined ? days : days.filter((day) => first <= day && day <= last)
  return daysInPeriod.length === 1 ? daysInPeriod[0] : undefined
}

function toCompletion(cell: string): ((year: string) => string) | undefined {
  const mark = digitsOnly.exec(cell)?.groups?.mark
  if (mark !== undefined) return (year) => `${cell.replace(/\.$/, '')}${mark}${year}`
  const hasMonth = wordsOf(fold(cell)).some((word) => getMonthNumber(word) !== undefined)
  if (!withMonthName.test(cell) || !hasMonth) return undefined
  return (year) => (/^\d/.test(cell) ? `${cell} ${year}` : `${cell.replace(/\.$/, '')}, ${year}`)
}

type TimeFrame = {
  readonly years: readonly string[]
  /** The first and last day of the only period of the document; empty without one. */
  readonly first: string | undefined
  readonly last: string
}

const frameBySource = new WeakMap<DaySource, TimeFrame>()

function getTimeFrame(source: DaySource): TimeFrame {
  const cachedFrame = frameBySource.get(source)
  if (cachedFrame) return cachedFrame
  const frame = findTimeFrame(source)
  frameBySource.set(source, frame)
  return frame
}

function findTimeFrame({ text, dateOrder }: DaySource): TimeFrame {
  const ranges = findDateRanges(text, dateOrder)
  const periods = new Set(ranges.map(({ first, last }) => `${first.iso} ${last.iso}`))
  const [period] = ranges
  if (period && periods.size === 1) {
    const [firstYear, lastYear] = [period.first.iso, period.last.iso].map((iso) => iso.slice(0, 4))
    const years = [...new Set([firstYear ?? '', lastYear ?? ''])]
    return { years, first: period.first.iso, last: period.last.iso }
  }
  const years = [...new Set(findDates(text, dateOrder).map(({ iso }) => iso.slice(0, 4)))]
  return { years: years.length === 1 ? years : [], first: undefined, last: '' }
}
