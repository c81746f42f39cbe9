import type { ReviewProgress } from '@recto/contract/review/review-progress'

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
  readonly reviewed: number
  /** Fraction from 0 to 1. */
  readonly share: number
}

export const progressFromWire = (wire: ReviewProgress): QueueProgress => ({
  days: wire.days,
  secondsOfField: wire.median_seconds_a_field,
  fields: wire.fields
    .map(({ field, reviewed, changed }) => ({
      field,
      reviewed,
      share: reviewed > 0 ? changed / reviewed : 0,
    }))
    .toSorted((a, b) => b.share - a.share),
})

type ReviewDeed = 'finished' | 'approved' | 'returned'

export const deeds: readonly { readonly key: ReviewDeed; readonly title: string }[] = [
  { key: 'finished', title: 'Reviews finished' },
  { key: 'approved', title: 'Approved' },
  { key: 'returned', title: 'Returned' },
]

/** Sums the reviews of a kind, grouped by a function of day and person. */
export function sumsOf(
  days: readonly ReviewedDay[],
  deed: ReviewDeed,
  groupBy: (one: ReviewedDay) => string,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const one of days) sums.set(groupBy(one), (sums.get(groupBy(one)) ?? 0) + one[deed])
  return sums
}

export const nameOf = ({ who }: ReviewedDay): string => who ?? 'Nobody known'

/** Lists the last days up to today in UTC, oldest first. */
export function lastDays(count: number, today = new Date()): readonly string[] {
  return Array.from({ length: count }, (_, i) => {
    const day = new Date(today)
    day.setUTCDate(day.getUTCDate() - (count - 1 - i))
    return day.toISOString().slice(0, 10)
  })
}
