import type { ServiceReply } from '../canned-service.ts'

export type CannedPrice = {
  /** Its `lookup_key`. */
  readonly key: string
  /** Price of a period or, if it has a meter, of a unit. */
  readonly cents?: number
  readonly currency?: string
  readonly interval?: 'month' | 'year'
  /** Name of the events that it charges for. */
  readonly meter?: string
}

export type CannedSubscription = {
  readonly id: string
  readonly customer: string
  readonly metadata: Readonly<Record<string, string>>
  status: string
  cancel_at_period_end: boolean
  /** The `lookup_key` of each of its prices. */
  prices: string[]
  /** Times of prices that were added later than the subscription, in seconds since 1970. */
  readonly addedAt: Map<string, number>
  /** In seconds since 1970. */
  created: number
  periodStart?: number
  periodEnd: number
  /** In seconds since 1970, once it has ended. */
  ended_at?: number
  cancellation_details?: { readonly reason: 'cancellation_requested' | 'payment_failed' }
}

export type MeterEvent = {
  readonly identifier: string
  readonly meter: string
  readonly customer: string
  readonly value: number
  /** In seconds since 1970. */
  readonly time: number
  readonly receivedAt: number
}

export type InvoiceLine = {
  readonly price: string
  readonly cents: number
  /** Units of a meter. */
  readonly quantity?: number
  readonly start: number
  readonly end: number
}

export type CannedInvoice = {
  readonly id: string
  readonly subscription: string
  readonly customer: string
  readonly createdAt: number
  isPaid: boolean
  readonly lines: readonly InvoiceLine[]
  /** Time ranges whose usage it bills, once it is final. */
  readonly usage: readonly UsageRange[]
}

export type UsageRange = {
  readonly price: string
  readonly start: number
  readonly end: number
  /** Events that come later are on no invoice. */
  readonly receivedUntil: number
}

type CannedSession = {
  readonly id: string
  readonly fields: URLSearchParams
  status: 'open' | 'complete' | 'expired'
  subscription?: string
}

type CannedRefund = {
  readonly id: string
  readonly payment_intent: string
  readonly amount: number
  readonly metadata: Readonly<Record<string, string>>
}

export type StripeState = {
  /** The key of the request leads to the customer. */
  readonly customers: Map<string, { readonly id: string; readonly body: string }>
  readonly sessions: Map<string, CannedSession>
  readonly subscriptions: Map<string, CannedSubscription>
  readonly invoices: CannedInvoice[]
  /** Events by the identifier of the report. */
  readonly meterEvents: Map<string, MeterEvent>
  readonly refunds: Map<string, CannedRefund>
  readonly prices: Map<string, CannedPrice>
  /** Customers whose card is declined. */
  readonly declined: Set<string>
  isAway: boolean
}

export const now = () => Math.floor(Date.now() / 1000)

const day = 24 * 60 * 60

export const periodSecondsOf = ({ prices: all }: StripeState, keys: readonly string[]): number =>
  keys.some((key) => all.get(key)?.interval === 'year') ? 365 * day : 30 * day

export const periodStartOf = (state: StripeState, subscription: CannedSubscription): number =>
  subscription.periodStart ?? subscription.periodEnd - periodSecondsOf(state, subscription.prices)

export const startOf = (state: StripeState, subscription: CannedSubscription): number =>
  Math.min(subscription.created, periodStartOf(state, subscription))

export const addedAtOf = (
  state: StripeState,
  subscription: CannedSubscription,
  key: string,
): number => subscription.addedAt.get(key) ?? startOf(state, subscription)

export const isMetered = ({ prices }: StripeState, key: string) =>
  prices.get(key)?.meter !== undefined

export const refusal = (message: string): ServiceReply => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', message } },
})

export const missingReply: ServiceReply = {
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such.' } },
}

export const listOf = (data: readonly unknown[]): ServiceReply => ({
  status: 200,
  body: { object: 'list', data, has_more: false },
})
