import { invalid } from './app-error.ts'

type DaysQuery = {
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
}

/** Days as `YYYY-MM-DD` in UTC, both inclusive. */
export type DayRange = { readonly firstDay: string; readonly lastDay: string }

const maxDays = 366
const dayMilliseconds = 24 * 60 * 60 * 1000

/** Returns the requested days, or the last ones. Throws 400 when there are too many. */
export function daysOfQuery({ start_date, end_date }: DaysQuery, defaultDays: number): DayRange {
  const lastDay = end_date ?? dayOf(Date.now())
  const firstDay = start_date ?? dayOf(Date.parse(lastDay) - (defaultDays - 1) * dayMilliseconds)
  const days = (Date.parse(lastDay) - Date.parse(firstDay)) / dayMilliseconds + 1
  if (days < 1) throw invalid('start_date', 'The start date must not be after the end date.')
  if (days > maxDays) {
    throw invalid('start_date', `The period must not be longer than ${maxDays} days.`)
  }
  return { firstDay, lastDay }
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
