import type { DateRange } from '@recto/contract/usage/usage'
import { badRequest } from '../../platform/app-error.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000

const daysBack: Record<DateRange, number> = {
  today: 0,
  yesterday: 1,
  last_2_days: 2,
  last_7_days: 7,
  last_30_days: 30,
}

/**
 * Returns the span from the start of a day (UTC) to now; yesterday ends with its last millisecond.
 */
export function toTimeSpan(
  range: DateRange,
  now: Date,
): { readonly from: Date; readonly to: Date } {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const from = new Date(today - daysBack[range] * dayMilliseconds)
  return { from, to: range === 'yesterday' ? new Date(today - 1) : now }
}

const maxDays = 60

type OpenSpan = {
  readonly createdFrom?: Date | undefined
  readonly createdUntil?: Date | undefined
}
type SpanFilter = OpenSpan & { readonly executionId?: string | undefined }

/**
 * Limits a filter to the last 24 hours unless it names a span. Throws 400 for an invalid span, or
 * one too long to aggregate.
 */
export function limitTimeSpan<Filter extends SpanFilter>(
  filter: Filter,
  now: Date,
): Filter & OpenSpan {
  const { createdFrom: start, createdUntil: end, executionId } = filter
  if (!start && !end && executionId !== undefined) return filter
  const spanEnd = end ?? now
  const spanStart = start ?? new Date(spanEnd.getTime() - dayMilliseconds)
  if (spanStart > now)
    throw badRequest('The start time must not be in the future.', { attr: 'created_at_gte' })
  if (spanStart > spanEnd)
    throw badRequest('The start time must not be after the end time.', { attr: 'created_at_gte' })
  if (spanEnd.getTime() - spanStart.getTime() > maxDays * dayMilliseconds) {
    const detail = `The period must not be longer than ${maxDays} days.`
    throw badRequest(detail, { attr: 'created_at_gte' })
  }
  return { ...filter, createdFrom: spanStart, createdUntil: spanEnd }
}
