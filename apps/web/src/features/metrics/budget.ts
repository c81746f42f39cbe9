import type { MonthlyBudget } from '@recto/contract/budget'
import { fieldIn } from '../../shared/api/wire-names.ts'

/** What the organization may spend in a month (UTC), and what it has. */
export type BudgetOfMonth = {
  /** Null where there is no budget. */
  readonly dollars: number | null
  readonly warnPercent: number
  readonly stopsCalls: boolean
  readonly isStopped: boolean
  readonly month: string
  readonly spent: number
  readonly calls: number
  readonly unpricedCalls: number
}

export type BudgetValues = Pick<BudgetOfMonth, 'dollars' | 'warnPercent' | 'stopsCalls'>

const monthName = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

export const budgetFromWire = (wire: MonthlyBudget): BudgetOfMonth => ({
  dollars: wire.dollars,
  warnPercent: wire.warn_percent,
  stopsCalls: wire.stops_calls,
  isStopped: wire.is_stopped,
  month: monthName.format(new Date(wire.month.starts_at)),
  spent: wire.month.cost_in_dollars,
  calls: wire.month.calls,
  unpricedCalls: wire.month.unpriced_calls,
})

export const budgetToWire = ({ dollars, warnPercent, stopsCalls }: BudgetValues) => ({
  body: { dollars, warn_percent: warnPercent, stops_calls: stopsCalls },
})

export const budgetFieldOf = fieldIn({
  dollars: 'dollars',
  warnPercent: 'warn_percent',
  stopsCalls: 'stops_calls',
})

/** How much of it is spent, in whole percents; 100 also of a budget of nothing. */
export const spentPercent = ({ dollars, spent }: BudgetOfMonth): number =>
  dollars ? Math.floor((spent / dollars) * 100) : 100
