import type { ReviewProgress } from '@recto/contract/review/review-progress'
import { getReviewProgress } from '@recto/contract/review/review-progress'
import { readAs } from '../../../shared/api/requests.ts'

/** The reviews of one person on one day. */
export type ReviewedDay = ReviewProgress['days'][number]

export type QueueProgress = {
  readonly days: readonly ReviewedDay[]
  readonly secondsOfField: number | null
  readonly fields: readonly FieldProgress[]
}

/** How often reviewers have changed extracted values. */
type FieldProgress = {
  readonly field: string
  readonly reviewedCount: number
  /** Fraction from 0 to 1. */
  readonly share: number
}

const progressFromWire = (wire: ReviewProgress): QueueProgress => ({
  days: wire.days,
  secondsOfField: wire.median_seconds_a_field,
  fields: wire.fields
    .map(({ field, reviewed: reviewedCount, changed: changedCount }) => ({
      field,
      reviewedCount,
      share: reviewedCount > 0 ? changedCount / reviewedCount : 0,
    }))
    .toSorted((a, b) => b.share - a.share),
})

type ReviewAction = 'finished' | 'approved' | 'returned'

export const reviewActions: readonly { readonly key: ReviewAction; readonly title: string }[] = [
  { key: 'finished', title: 'Reviews finished' },
  { key: 'approved', title: 'Approved' },
  { key: 'returned', title: 'Returned' },
]

/** Sums the reviews of a kind, grouped by a function of day and person. */
export function sumsOf(
  days: readonly ReviewedDay[],
  action: ReviewAction,
  groupBy: (day: ReviewedDay) => string,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const day of days) sums.set(groupBy(day), (sums.get(groupBy(day)) ?? 0) + day[action])
  return sums
}

export const nameOf = ({ who: reviewer }: ReviewedDay): string => reviewer ?? 'Unknown'

/** Lists the last days up to today in UTC, oldest first. */
export function lastDays(count: number, today = new Date()): readonly string[] {
  return Array.from({ length: count }, (_, i) => {
    const day = new Date(today)
    day.setUTCDate(day.getUTCDate() - (count - 1 - i))
    return day.toISOString().slice(0, 10)
  })
}

export const reviewProgress = (classId: string) =>
  readAs(getReviewProgress, { query: { class_name: classId } }, progressFromWire)
