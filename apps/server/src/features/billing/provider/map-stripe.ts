import { endedStates } from '@recto/contract/billing/billing'
import type { Stripe } from 'stripe'
import { badRequest } from '../../../platform/app-error.ts'
import type { ProvidedEvent, ProvidedSubscription } from './billing-provider.ts'

/** Maps a subscription; `undefined` when it contains no item. */
export function subscriptionOf(
  subscription: Stripe.Subscription,
): ProvidedSubscription | undefined {
  const { id, customer, status, metadata, cancel_at_period_end, cancel_at, ended_at, items } =
    subscription
  const ofPeriod = items.data.find(({ price }) => price.recurring?.usage_type !== 'metered')
  const item = ofPeriod ?? items.data[0]
  if (!item) return undefined
  return {
    id,
    customerId: referencedId(customer),
    product: metadata.product === 'text' ? 'text' : 'platform',
    // The price identifies the plan, even after a change at Stripe. The prices of a plan that is
    // billed only by the page do not bear its name, so the metadata written at the sale is used
    // there.
    planId: ofPeriod?.price.lookup_key ?? metadata.plan ?? item.price.lookup_key ?? item.price.id,
    status,
    meteredSince: meteringStart(items.data),
    endsWithPeriod: cancel_at_period_end || cancel_at !== null,
    periodBeganAt: timeOf(item.current_period_start),
    periodEndsAt: timeOf(item.current_period_end),
    startedAt: timeOf(subscription.start_date),
    planBeganAt: timeOf(item.created),
    // Absent in old events.
    endedAt: ended_at ? timeOf(ended_at) : undefined,
    endedUnpaid: subscription.cancellation_details?.reason === 'payment_failed',
  }
}

function meteringStart(items: readonly Stripe.SubscriptionItem[]): Date | undefined {
  const times = items
    .filter(({ price }) => price.recurring?.usage_type === 'metered')
    .map((item) => item.created)
  return times.length === 0 ? undefined : timeOf(Math.max(...times))
}

/** Returns the subscription and the customer that an event concerns. */
export function aboutOf(event: Stripe.Event): ProvidedEvent['about'] {
  // The signature proves who sent it, not that it is complete.
  const thing = event.data?.object as Thing | null | undefined
  if (typeof thing !== 'object' || thing === null) throw badRequest('The event has no data.')
  const subscription =
    thing.object === 'subscription'
      ? thing.id
      : (thing.subscription ?? thing.parent?.subscription_details?.subscription)
  if (!subscription || !thing.customer) return undefined
  return {
    subscriptionId: referencedId(subscription),
    customerId: referencedId(thing.customer),
    planId: thing.object === 'subscription' ? thing.metadata?.plan : undefined,
    isLive: !endedStates.includes(thing.status ?? ''),
  }
}

type Reference = string | { readonly id: string }

/** Fields that subscriptions, checkouts and invoices share. */
type Thing = {
  readonly object: string
  readonly id?: string
  readonly status?: string
  readonly metadata?: Readonly<Record<string, string>> | null
  readonly customer?: Reference | null
  readonly subscription?: Reference | null
  readonly parent?: {
    readonly subscription_details?: { readonly subscription?: Reference } | null
  } | null
}

export const referencedId = (reference: Reference) =>
  typeof reference === 'string' ? reference : reference.id
const timeOf = (seconds: number) => new Date(seconds * 1000)
