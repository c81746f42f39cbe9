import type { DateRange } from '@recto/contract/usage'

const days: Record<DateRange, number> = {
  today: 0,
  yesterday: 1,
  last_2_days: 2,
  last_7_days: 7,
  last_30_days: 30,
}

/** From the beginning of a day (UTC) to now; yesterday ends with its last millisecond. */
export function spanOf(named: DateRange, now: Date): { readonly from: Date; readonly to: Date } {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const from = new Date(today - days[named] * 24 * 60 * 60 * 1000)
  return { from, to: named === 'yesterday' ? new Date(today - 1) : now }
}
