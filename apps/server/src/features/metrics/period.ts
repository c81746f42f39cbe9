import type { MetricGranularity, MetricQuery } from '@recto/contract/metrics'
import { invalid } from '../../platform/app-error.ts'
import type { Grain } from './metrics.reads.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000
const maxDays = 365

export type Period = { readonly from: Date; readonly until: Date }

type Asked = { readonly start_date?: Date | undefined; readonly end_date?: Date | undefined }

const before = (until: Date, days: number) => new Date(until.getTime() - days * dayMilliseconds)

export const daysIn = ({ from, until }: Period): number =>
  (until.getTime() - from.getTime()) / dayMilliseconds

/** The last days unless it is said which. */
export function periodOf({ start_date, end_date = new Date() }: Asked, usualDays: number): Period {
  const period = { from: start_date ?? before(end_date, usualDays), until: end_date }
  if (period.from > period.until) {
    throw invalid('start_date', 'The start date must not be after the end date.')
  }
  if (daysIn(period) > maxDays) {
    throw invalid('start_date', `The period must not be longer than ${maxDays} days.`)
  }
  return period
}

/** What cannot be is as good as not said. */
export function lenientPeriodOf(asked: Asked, usualDays: number): Period {
  try {
    return periodOf(asked, usualDays)
  } catch {
    return periodOf({}, usualDays)
  }
}

/** Ends with the period, and begins no earlier than so many days before. */
export function cutTo(days: number, period: Period): Period & { readonly isCut: boolean } {
  const isCut = daysIn(period) > days
  return { ...period, isCut, ...(isCut && { from: before(period.until, days) }) }
}

type Source = Exclude<MetricQuery['source'], 'auto'>

/** By the hour for a week, by the day for a quarter, and else by the month. */
export function sourceOf(asked: MetricQuery['source'], period: Period): Source {
  if (asked !== 'auto') return asked
  const days = daysIn(period)
  if (days <= 7) return 'hourly'
  return days <= 90 ? 'daily' : 'monthly'
}

export const grainOfSource: Readonly<Record<Source, Grain>> = {
  hourly: 'hour',
  daily: 'day',
  monthly: 'month',
}

const coarseness: readonly Grain[] = ['hour', 'day', 'week', 'month']

/** No finer than what it is read from. */
export function grainOf(granularity: MetricGranularity, source: Source): Grain {
  const least = coarseness.indexOf(grainOfSource[source])
  return coarseness[Math.max(least, coarseness.indexOf(granularity))] ?? granularity
}
