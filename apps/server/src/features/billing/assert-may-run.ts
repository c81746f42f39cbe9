import { AppError } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { findSubscriptionRow, liveStates, openAccount } from './billing.store.ts'
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
  if (row && liveStates.includes(row.status)) return
  // A cancelled subscription may be used until its period ends, whatever status the provider
  // reports until then.
  if (row && row.period_ends_at.getTime() > Date.now()) return
  if (!row) {
    const { trial_began_at } = await openAccount(tenant)
    if (trial_began_at.getTime() + trial.days * day > Date.now()) return
  }
  const detail = row
    ? 'The subscription has ended. An admin can subscribe again on the Pricing page.'
    : `The ${trial.days}-day trial has ended. An admin can subscribe on the Pricing page.`
  throw new AppError('subscription-ended', [{ code: 'subscription_ended', detail, attr: null }])
}
