import type * as api from '@recto/contract/billing/billing'
import type { EndpointReply } from '@recto/contract/wire/endpoint'

export type BillingPeriod = 'month' | 'year'

export type OfferedPlan = {
  readonly id: string
  readonly name: string
  readonly period: BillingPeriod
  readonly pages: number
  /** Price in dollars of each additional page. */
  readonly overage: number
  /** Price in dollars of the whole period. */
  readonly price: number
}

const annual = '-annual'

export const plansFromWire = (wire: EndpointReply<typeof api.listPlans>): readonly OfferedPlan[] =>
  wire.map(({ id, metadata }) => ({
    id,
    name: metadata.name,
    period: id.endsWith(annual) ? 'year' : 'month',
    pages: metadata.pages_processed_limit,
    overage: metadata.overage,
    price: metadata.price,
  }))

/** Returns the monthly price in whole dollars; a yearly price is divided by 12. */
export const pricePerMonth = ({ price, period }: OfferedPlan): number =>
  period === 'year' ? Math.round(price / 12) : price

export type OwnSubscription = {
  /** Null during the trial. */
  readonly subscriptionId: string | null
  readonly planType: 'TRIAL' | 'PAID'
  readonly product: { readonly id: string; readonly name: string }
  readonly isSubscribed: boolean
  readonly isCancelled: boolean
  readonly remainingDays: number
  readonly nextBillingDate: string
  /** Remaining dollars of the trial, and the tokens it has used. */
  readonly credits: number
  readonly trialTokens: number
  /** Reason, for admins, why the data may be out of date. */
  readonly problem: string | null
}

export const subscriptionFromWire = ({
  subscription,
}: EndpointReply<typeof api.getSubscription>): OwnSubscription => ({
  subscriptionId: subscription.subscription_id,
  planType: subscription.plan_type,
  product: subscription.product,
  isSubscribed: subscription.is_subscribed,
  isCancelled: subscription.is_cancelled,
  remainingDays: subscription.remaining_days,
  nextBillingDate: subscription.next_billing_date,
  credits: subscription.credits_in_dollars,
  trialTokens: subscription.trial_tokens,
  problem: subscription.provider_problem,
})

export function trialText(days: number): string {
  if (days <= 0) return 'No trial days left'
  return days === 1 ? '1 trial day left' : `${days} trial days left`
}

/** Returns whether a payment is late: the billing date of an active subscription is in the past. */
export const isOverdue = ({
  isSubscribed,
  isCancelled,
  nextBillingDate,
}: OwnSubscription): boolean =>
  isSubscribed && !isCancelled && Date.parse(nextBillingDate) < Date.now()
