import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findSubscriptionRow, liveStates } from '../billing.store.ts'
import { findPlan } from '../catalogue.ts'
import { pricesOf } from '../change-subscription.ts'
import type { ProvidedSubscription } from '../provider/billing-provider.ts'
import { openProvider } from '../provider/open-provider.ts'

export type LiveSubscription = ProvidedSubscription & { readonly isCurrent: boolean }

/** Tells which of the subscriptions that may be used are in use. */
export async function findCurrent(
  tenant: Tenant,
  subscriptions: readonly ProvidedSubscription[],
): Promise<LiveSubscription[]> {
  const currentIds = [
    await findSubscriptionRow(tenant, { product: 'platform' }),
    await findSubscriptionRow(tenant, { product: 'text' }),
  ].map((row) => row?.subscription_id)
  return subscriptions
    .filter(({ status }) => liveStates.includes(status))
    .map((one) => ({ ...one, isCurrent: currentIds.includes(one.id) }))
}

/**
 * Lets only the subscription in use bill the usage of its meters: the meters of the provider count for a customer, so
 * that two subscriptions to a product would both bill each page. Call it before usage of the one in use is sent.
 */
export async function separateMeters(
  ctx: Pick<Context, 'config' | 'fetch'>,
  subscriptions: readonly LiveSubscription[],
): Promise<void> {
  const provider = await openProvider(ctx)
  for (const { id, isCurrent, isMetered } of subscriptions) {
    if (isMetered && !isCurrent) await provider.stopMetering(id)
  }
  for (const { id, planId, isCurrent, isMetered } of subscriptions) {
    const plan = findPlan(ctx.config.productId, planId)
    if (isCurrent && !isMetered && plan) await provider.startMetering(id, pricesOf(plan))
  }
}
