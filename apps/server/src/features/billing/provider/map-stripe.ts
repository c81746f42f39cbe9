import type { Stripe } from 'stripe'
import type { ProvidedEvent, ProvidedSubscription } from './billing-provider.ts'

/** `undefined` when nothing is subscribed to. */
export function subscriptionOf(
  subscription: Stripe.Subscription,
): ProvidedSubscription | undefined {
  const { id, customer, status, metadata, cancel_at_period_end, cancel_at, items } = subscription
  const ofPeriod = items.data.find(({ price }) => price.recurring?.usage_type !== 'metered')
  const item = ofPeriod ?? items.data[0]
  if (!item) return undefined
  return {
    id,
    customerId: idOf(customer),
    product: metadata.product === 'text' ? 'text' : 'platform',
    // A plan that was changed at Stripe is known by its price, one that we sold also by what was written on it; one
    // that is paid for by the page alone has prices that are not called like it.
    planId: ofPeriod?.price.lookup_key ?? metadata.plan ?? item.price.lookup_key ?? item.price.id,
    status,
    endsWithPeriod: cancel_at_period_end || cancel_at !== null,
    periodBeganAt: timeOf(item.current_period_start),
    periodEndsAt: timeOf(item.current_period_end),
  }
}

/** Of which subscription of which customer it tells. */
export function aboutOf(event: Stripe.Event): ProvidedEvent['about'] {
  const thing = event.data.object as Thing
  const subscription =
    thing.object === 'subscription'
      ? thing.id
      : (thing.subscription ?? thing.parent?.subscription_details?.subscription)
  if (!subscription || !thing.customer) return undefined
  return { subscriptionId: idOf(subscription), customerId: idOf(thing.customer) }
}

type Reference = string | { readonly id: string }

/** What subscriptions, checkouts and invoices have in common. */
type Thing = {
  readonly object: string
  readonly id?: string
  readonly customer?: Reference | null
  readonly subscription?: Reference | null
  readonly parent?: {
    readonly subscription_details?: { readonly subscription?: Reference } | null
  } | null
}

const idOf = (reference: Reference) => (typeof reference === 'string' ? reference : reference.id)
const timeOf = (seconds: number) => new Date(seconds * 1000)
