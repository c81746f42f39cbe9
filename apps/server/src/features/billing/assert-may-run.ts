import { AppError } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { findSubscriptionRow, openAccount, type SubscriptionRow } from './billing.store.ts'
import { trial } from './catalogue.ts'

const day = 24 * 60 * 60 * 1000

/**
 * Throws 402 when a trial or subscription has ended, as far as it is known here: the provider is
 * not called, so that its outage locks nobody out. Never throws where nothing is sold.
 */
export async function assertMayRun(
  { billing }: Pick<Config, 'billing'>,
  tenant: Tenant,
): Promise<void> {
  if (!billing) return
  const row = await findSubscriptionRow(tenant, { product: 'platform' })
  if (row && isUsable(row, billing.graceDays)) return
  if (!row) {
    const { trial_began_at } = await openAccount(tenant)
    if (trial_began_at.getTime() + trial.days * day > Date.now()) return
  }
  const detail = row
    ? describeProblem(row)
    : `The ${trial.days}-day trial has ended. An admin can subscribe on the Pricing page.`
  throw new AppError('subscription-ended', [{ code: 'subscription_ended', detail, attr: null }])
}

type PaidRow = Pick<SubscriptionRow, 'status' | 'period_began_at' | 'overdue_since'>

/**
 * The status decides. One that is cancelled for the end of its period stays active until then. The days of grace begin
 * when a failed payment became known; an earlier version did not store that, and the period had begun then.
 */
export function isUsable(row: PaidRow, graceDays: number): boolean {
  const { status } = row
  if (status === 'active' || status === 'trialing') return true
  return status === 'past_due' && endOfGrace(row, graceDays).getTime() > Date.now()
}

export const endOfGrace = ({ overdue_since, period_began_at }: PaidRow, graceDays: number): Date =>
  new Date((overdue_since ?? period_began_at).getTime() + graceDays * day)

const unpaidStates = ['past_due', 'unpaid', 'incomplete']

function describeProblem({ status }: PaidRow): string {
  if (unpaidStates.includes(status)) {
    return 'The subscription has not been paid. An admin can pay the open invoice, or subscribe again on the Pricing page.'
  }
  if (status === 'paused') return 'The subscription is paused. An admin can resume it.'
  return 'The subscription has ended. An admin can subscribe again on the Pricing page.'
}
