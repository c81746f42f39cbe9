import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findSubscriptionRow, liveStates } from '../billing.store.ts'
import { findPlan } from '../catalogue.ts'
import { pricesOf } from '../change-subscription.ts'
import type { ProvidedSubscription } from '../provider/billing-provider.ts'
import { openProvider } from '../provider/open-provider.ts'

/** Subscription of which is known whether it is the one of its product in use. */
export type MarkedSubscription = ProvidedSubscription & { readonly isCurrent: boolean }

export async function markCurrent(
  tenant: Tenant,
  subscriptions: readonly ProvidedSubscription[],
): Promise<MarkedSubscription[]> {
  const currentIds = [
    await findSubscriptionRow(tenant, { product: 'platform' }),
    await findSubscriptionRow(tenant, { product: 'text' }),
  ].map((row) => row?.subscription_id)
  return subscriptions.map((one) => ({ ...one, isCurrent: currentIds.includes(one.id) }))
}

/** Subscriptions that bill usage although another one is in use. */
export const findSurplus = (subscriptions: readonly MarkedSubscription[]): MarkedSubscription[] =>
  subscriptions.filter(
    ({ status, isCurrent, meteredSince }) =>
      liveStates.includes(status) && meteredSince && !isCurrent,
  )

/**
 * Lets only the subscription in use bill the usage of its meters: the meters of the provider count for a customer, so
 * that two subscriptions to a product would both bill each page. Call it before usage of the one in use is sent. Returns
 * whether anything has changed at the provider.
 */
export async function separateMeters(
  ctx: Pick<Context, 'config' | 'fetch'>,
  subscriptions: readonly MarkedSubscription[],
): Promise<boolean> {
  const provider = await openProvider(ctx)
  const surplus = findSurplus(subscriptions)
  for (const { id } of surplus) await provider.stopMetering(id)
  let hasChanged = surplus.length > 0
  for (const { id, planId, status, isCurrent, meteredSince } of subscriptions) {
    const plan = findPlan(ctx.config.productId, planId)
    if (!isCurrent || !liveStates.includes(status) || meteredSince || !plan) continue
    await provider.startMetering(id, pricesOf(plan))
    hasChanged = true
  }
  return hasChanged
}
