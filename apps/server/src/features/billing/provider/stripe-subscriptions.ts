import type { Stripe } from 'stripe'
import type { BillingProvider, ProvidedSubscription } from './billing-provider.ts'
import { badGateway, callStripe, describeStripeError } from './call-stripe.ts'
import { referencedId, subscriptionOf } from './map-stripe.ts'
import { refundRest } from './refund-rest.ts'
import { makeFlexible, startMetering, stopMetering } from './stripe-metering.ts'
import { itemsOf } from './stripe-prices.ts'

type SubscriptionCalls = Pick<
  BillingProvider,
  | 'findSubscription'
  | 'listSubscriptions'
  | 'cancelAtPeriodEnd'
  | 'resume'
  | 'changePlan'
  | 'stopMetering'
  | 'startMetering'
  | 'endNow'
  | 'refundRest'
>

/** A customer of Recto has few; the latest ones come first. */
const maxListed = 100

export function subscriptionCalls(stripe: Stripe): SubscriptionCalls {
  const setEnd = async (id: string, cancel_at_period_end: boolean) =>
    toProvidedSubscription(
      await callStripe(() => stripe.subscriptions.update(id, { cancel_at_period_end })),
    )
  return {
    findSubscription: async (id) =>
      toProvidedSubscription(await callStripe(() => stripe.subscriptions.retrieve(id))),

    async listSubscriptions(customer) {
      const { data } = await callStripe(() =>
        stripe.subscriptions.list({ customer, status: 'all', limit: maxListed }),
      )
      return data.map(subscriptionOf).filter((value) => value !== undefined)
    },

    cancelAtPeriodEnd: (id) => setEnd(id, true),
    resume: (id) => setEnd(id, false),

    async changePlan({ subscriptionId, planId, prices }) {
      const newItems = await itemsOf(stripe, prices)
      if (!newItems) return { outcome: 'no-price' }
      await makeFlexible(stripe, subscriptionId)
      return replaceItems(stripe, { subscriptionId, planId, newItems })
    },

    async endNow(id) {
      const subscription = await callStripe(() => stripe.subscriptions.retrieve(id))
      if (subscription.status === 'canceled') return toProvidedSubscription(subscription)
      return toProvidedSubscription(
        await callStripe(() =>
          stripe.subscriptions.cancel(id, { invoice_now: true, prorate: false }),
        ),
      )
    },

    stopMetering: (id) => stopMetering(stripe, id),
    startMetering: (id, prices) => startMetering(stripe, id, prices),
    refundRest: (id) => refundRest(stripe, id),
  }
}

type NewItems = {
  readonly subscriptionId: string
  readonly planId: string
  readonly newItems: readonly { readonly price: string; readonly quantity?: number }[]
}

/** New items, not changed ones: Stripe dates each of them, so that the plan of a page is certain. */
async function replaceItems(
  stripe: Stripe,
  { subscriptionId, planId, newItems }: NewItems,
): ReturnType<BillingProvider['changePlan']> {
  const { items, metadata } = await callStripe(() => stripe.subscriptions.retrieve(subscriptionId))
  const pricesToAdd = newItems.map(({ price }) => price)
  const oldItems = items.data.filter(({ price }) => !pricesToAdd.includes(referencedId(price)))
  const oldPrices = items.data.map(({ price }) => referencedId(price))
  try {
    const subscription = await stripe.subscriptions.update(subscriptionId, {
      items: [
        ...oldItems.map(({ id }) => ({ id, deleted: true })),
        ...newItems.filter(({ price }) => !oldPrices.includes(price)),
      ],
      metadata: { ...metadata, plan: planId },
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    })
    return { outcome: 'changed', subscription: toProvidedSubscription(subscription) }
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 402) return { outcome: 'declined' }
    throw badGateway(describeStripeError(error))
  }
}

function toProvidedSubscription(subscription: Stripe.Subscription): ProvidedSubscription {
  const providedSubscription = subscriptionOf(subscription)
  if (providedSubscription) return providedSubscription
  throw badGateway('the subscription has no plan.')
}
