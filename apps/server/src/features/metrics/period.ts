import type { MetricGranularity, MetricQuery } from '@recto/contract/usage/metrics'
import { omitUndefined } from '@recto/omit-undefined'
import { invalid } from '../../platform/app-error.ts'
import type { Grain } from './metrics.reads.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000
const maxDays = 365

export type Period = { readonly from: Date; readonly until: Date }

type LenientPeriodOfRequest = {
  readonly start_date?: Date | undefined
  readonly end_date?: Date | undefined
}

const daysBefore = (until: Date, days: number) => new Date(until.getTime() - days * dayMilliseconds)

export const daysIn = ({ from, until }: Period): number =>
  (until.getTime() - from.getTime()) / dayMilliseconds

/** Returns the requested period; the most recent days by default. */
export function metricPeriodOf(
  { start_date, end_date = new Date() }: LenientPeriodOfRequest,
  defaultDays: number,
): Period {
  const period = { from: start_date ?? daysBefore(end_date, defaultDays), until: end_date }
  if (period.from > period.until) {
    throw invalid('start_date', 'The start date must not be after the end date.')
  }
  if (daysIn(period) > maxDays) {
    throw invalid('start_date', `The period must not be longer than ${maxDays} days.`)
  }
  return period
}

/** Returns the requested period; an invalid one counts as not given. */
export function lenientPeriodOf(query: LenientPeriodOfRequest, defaultDays: number): Period {
  try {
    return metricPeriodOf(query, defaultDays)
  } catch {
    return metricPeriodOf({}, defaultDays)
  }
}

/** Shortens a period to the given number of days before its end. */
export function shortenPeriod(days: number, period: Period): Period & { readonly isCut: boolean } {
  const isCut = daysIn(period) > days
  return {
    ...period,
    isCut,
    ...omitUndefined({ from: isCut ? daysBefore(period.until, days) : undefined }),
  }
}

type Source = Exclude<MetricQuery['source'], 'auto'>

/** Returns the source: hourly up to a week, daily up to 90 days, else monthly. */
export function metricSourceOf(requestedSource: MetricQuery['source'], period: Period): Source {
  if (requestedSource !== 'auto') return requestedSource
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

/** Returns the grain, which cannot be finer than that of the source. */
export function grainOf(granularity: MetricGranularity, source: Source): Grain {
  const minIndex = coarseness.indexOf(grainOfSource[source])
  return coarseness[Math.max(minIndex, coarseness.indexOf(granularity))] ?? granularity
}
