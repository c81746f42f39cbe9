import { badRequest } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { refreshSubscriptionJob } from './billing.jobs.ts'
import { closeCheckout } from './checkouts.store.ts'
import type { BillingProvider } from './provider/billing-provider.ts'

type OpenSessions = {
  readonly provider: BillingProvider
  readonly sessionIds: readonly string[]
}

/**
 * Lets earlier checkouts expire. Throws 400 if one of them has been paid, of which the provider may not have told yet.
 */
export async function expireCheckouts(
  { jobs }: Pick<Context, 'jobs'>,
  tenant: Tenant,
  { provider, sessionIds }: OpenSessions,
): Promise<void> {
  const paidIds: string[] = []
  for (const sessionId of sessionIds) {
    const end = await provider.expireCheckout(sessionId)
    await closeCheckout(tenant, sessionId)
    if (end.outcome === 'paid') paidIds.push(end.subscriptionId)
  }
  const { organizationId } = tenant
  for (const subscriptionId of paidIds) {
    const key = `billing-checkout:${subscriptionId}`
    await jobs.enqueue(
      refreshSubscriptionJob,
      { organizationId, subscriptionId },
      { key, organizationId },
    )
  }
  if (paidIds.length > 0 && (await isStillLive(provider, paidIds))) {
    throw badRequest('Subscription already exists')
  }
}

/** A subscription that was paid long ago and has ended since is no reason to refuse another one. */
async function isStillLive(provider: BillingProvider, ids: readonly string[]): Promise<boolean> {
  for (const id of ids) {
    const { status, endsWithPeriod } = await provider.findSubscription(id)
    if (status !== 'canceled' && !endsWithPeriod) return true
  }
  return false
}
