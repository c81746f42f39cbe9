import type { MonthlyBudget } from '@recto/contract/usage/budget'
import { fieldIn } from '../../shared/api/wire-names.ts'

/** The monthly budget (months in UTC) and the amount spent. */
export type BudgetOfMonth = {
  /** Null if there is no budget. */
  readonly dollars: number | null
  readonly warnPercent: number
  readonly stopsCalls: boolean
  readonly isStopped: boolean
  readonly month: string
  readonly spentDollars: number
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
  spentDollars: wire.month.cost_in_dollars,
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

/** Returns the spent percentage of the budget, rounded; 100 for a budget of zero. */
export const spentPercent = ({ dollars, spentDollars }: BudgetOfMonth): number =>
  dollars ? Math.floor((spentDollars / dollars) * 100) : 100
