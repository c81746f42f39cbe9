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
  /** State at the provider; null during the trial. */
  readonly status: string | null
  readonly remainingDays: number
  readonly nextBillingDate: string
  /** Model tokens that the trial has used. */
  readonly trialTokens: number
  /** A payment has failed; runs are refused from that day on. */
  readonly payBefore: string | undefined
  readonly mayRun: boolean
  /** Other live subscriptions to the platform. */
  readonly surplus: readonly SurplusSubscription[]
  /** Reason, for admins, why the data may be out of date. */
  readonly problem: string | null
}

export type SurplusSubscription = {
  readonly subscriptionId: string
  readonly name: string
  readonly isCancelled: boolean
  readonly isEnding: boolean
  readonly paidUntil: string
}

export const subscriptionFromWire = ({
  subscription,
}: EndpointReply<typeof api.getSubscription>): OwnSubscription => ({
  subscriptionId: subscription.subscription_id,
  planType: subscription.plan_type,
  product: subscription.product,
  isSubscribed: subscription.is_subscribed,
  isCancelled: subscription.is_cancelled,
  status: subscription.status,
  remainingDays: subscription.remaining_days,
  nextBillingDate: subscription.next_billing_date,
  trialTokens: subscription.trial_tokens,
  payBefore: subscription.pay_before ?? undefined,
  mayRun: subscription.may_run,
  surplus: subscription.other_subscriptions.map((one) => ({
    subscriptionId: one.subscription_id,
    name: one.product.name,
    isCancelled: one.is_cancelled,
    isEnding: one.is_ending,
    paidUntil: one.next_billing_date,
  })),
  problem: subscription.provider_problem,
})

export function trialText(days: number): string {
  if (days <= 0) return 'No trial days left'
  return days === 1 ? '1 trial day left' : `${days} trial days left`
}

/**
 * Returns whether a payment is late: it has failed, or the billing date of an active subscription is in the past.
 */
export const isOverdue = ({
  isSubscribed,
  isCancelled,
  nextBillingDate,
  payBefore,
}: OwnSubscription): boolean =>
  payBefore !== undefined ||
  (isSubscribed && !isCancelled && Date.parse(nextBillingDate) < Date.now())

export type IncludedPages = {
  /** Absent where nothing was bought. */
  readonly includedPages: number | undefined
  readonly usedPages: number
  readonly pagesBeyond: number
  readonly dollars: number
}

export type PeriodPages = {
  readonly startsAt: string
  readonly endsAt: string
  readonly platform: IncludedPages
  readonly text: IncludedPages
  /** Dollars for each page beyond the plan. */
  readonly overage: number | undefined
}

type WireAllowance = EndpointReply<typeof api.getAllowance>

const pagesFromWire = (wire: WireAllowance['platform']): IncludedPages => ({
  includedPages: wire.included ?? undefined,
  usedPages: wire.used,
  pagesBeyond: wire.beyond_plan,
  dollars: wire.cost_in_dollars,
})

export const allowanceFromWire = ({
  period,
  platform,
  text,
  overage,
}: WireAllowance): PeriodPages => ({
  startsAt: period.starts_at,
  endsAt: period.ends_at,
  platform: pagesFromWire(platform),
  text: pagesFromWire(text),
  overage: overage ?? undefined,
})

export const count = new Intl.NumberFormat('en-US')

export const countOfPages = (pages: number): string =>
  `${count.format(pages)} ${pages === 1 ? 'page' : 'pages'}`

/** Formats dollars with as many digits as prices of a page have. */
export const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 0,
  maximumFractionDigits: 3,
})

/** Formats sums of dollars; those of text pages may have tenths of a cent. */
export const cost = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 3,
})
