import type { ServiceReply } from '../canned-service.ts'
import {
  type CannedInvoice,
  type CannedSubscription,
  type InvoiceLine,
  isMetered,
  listOf,
  now,
  refusal,
  type StripeState,
  type UsageRange,
} from './state.ts'

type NewInvoice = {
  readonly createdAt: number
  readonly lines: readonly InvoiceLine[]
  readonly usage?: readonly UsageRange[]
  readonly isPaid: boolean
}

export function addInvoice(
  { invoices }: StripeState,
  { id, customer }: CannedSubscription,
  { createdAt, lines, usage = [], isPaid }: NewInvoice,
): void {
  const number = invoices.length + 1
  invoices.push({ id: `in_${number}`, subscription: id, customer, createdAt, isPaid, lines, usage })
}

/** Lines of an invoice, and those for the usage that came in before it was final. */
export function linesOf(state: StripeState, invoice: CannedInvoice): InvoiceLine[] {
  const usageLines = invoice.usage.map(({ price, start, end, receivedUntil }) => {
    const { meter, cents = 0 } = state.prices.get(price) ?? {}
    const quantity = [...state.meterEvents.values()]
      .filter((one) => one.meter === meter && one.customer === invoice.customer)
      .filter((one) => one.time >= start && one.time < end && one.receivedAt <= receivedUntil)
      .reduce((sum, { value }) => sum + value, 0)
    return { price, cents: Math.round(quantity * cents), quantity, start, end }
  })
  return [...invoice.lines, ...usageLines.filter(({ quantity }) => quantity > 0)]
}

const totalOf = (state: StripeState, invoice: CannedInvoice) =>
  Math.max(
    linesOf(state, invoice).reduce((sum, { cents }) => sum + cents, 0),
    0,
  )

export function listInvoices(
  state: StripeState,
  { subscription, status }: Readonly<Record<string, string>>,
): ServiceReply {
  const ofSubscription = state.invoices.filter((one) => one.subscription === subscription)
  const withStatus = ofSubscription.filter(({ isPaid }) => status !== 'paid' || isPaid)
  return listOf(withStatus.toReversed().map((invoice) => presentInvoice(state, invoice)))
}

function presentInvoice(state: StripeState, invoice: CannedInvoice) {
  const { id, customer, subscription, createdAt, isPaid } = invoice
  const total = totalOf(state, invoice)
  const lines = linesOf(state, invoice).map(({ price, cents, start, end }, index) => ({
    id: `il_${id}_${index}`,
    object: 'line_item',
    amount: cents,
    period: { start, end },
    pricing: { type: 'price_details', price_details: { price: `price_${price}` } },
  }))
  const payment = { type: 'payment_intent', payment_intent: `pi_${id}` }
  const payments = isPaid && total > 0 ? [{ amount_paid: total, status: 'paid', payment }] : []
  return {
    id,
    object: 'invoice',
    customer,
    created: createdAt,
    status: isPaid ? 'paid' : 'open',
    amount_paid: isPaid ? total : 0,
    parent: { subscription_details: { subscription } },
    lines: { object: 'list', data: lines, has_more: false },
    payments: { object: 'list', data: payments, has_more: false },
  }
}

/** Refunds a part of a payment: the same key gets the same refund, and no payment is refunded twice. */
export function refund(state: StripeState, key: string, fields: URLSearchParams): ServiceReply {
  const earlierRefund = state.refunds.get(key)
  if (earlierRefund) return { status: 200, body: { object: 'refund', ...earlierRefund } }
  const payment_intent = fields.get('payment_intent') ?? ''
  const amount = Number(fields.get('amount'))
  const invoice = state.invoices.find(({ id }) => `pi_${id}` === payment_intent)
  const refundedAmount = [...state.refunds.values()]
    .filter((one) => one.payment_intent === payment_intent)
    .reduce((sum, one) => sum + one.amount, 0)
  if (!invoice || refundedAmount + amount > totalOf(state, invoice)) {
    return refusal('The refund is greater than the payment.')
  }
  const metadata = { subscription: fields.get('metadata[subscription]') ?? '' }
  const newRefund = { id: `re_${state.refunds.size + 1}`, payment_intent, amount, metadata }
  state.refunds.set(key, newRefund)
  return { status: 200, body: { object: 'refund', ...newRefund } }
}

export const listRefunds = (
  { refunds }: StripeState,
  { payment_intent }: Readonly<Record<string, string>>,
): ServiceReply =>
  listOf([...refunds.values()].filter((one) => one.payment_intent === payment_intent))

/** Accepts events like Stripe: each identifier once, no old ones, none from the future. */
export function countEvent({ meterEvents }: StripeState, fields: URLSearchParams): ServiceReply {
  const identifier = fields.get('identifier') ?? ''
  const time = Number(fields.get('timestamp'))
  if (meterEvents.has(identifier)) {
    return refusal(`An event already exists with identifier ${identifier}.`)
  }
  const maxAge = 35 * 24 * 60 * 60
  if (time < now() - maxAge || time > now() + 5 * 60)
    return refusal('The timestamp is out of range.')
  meterEvents.set(identifier, {
    identifier,
    meter: fields.get('event_name') ?? '',
    customer: fields.get('payload[stripe_customer_id]') ?? '',
    value: Number(fields.get('payload[value]')),
    time,
    receivedAt: now(),
  })
  return { status: 200, body: { object: 'billing.meter_event', identifier, timestamp: time } }
}

export function listMeters({ prices }: StripeState): ServiceReply {
  const names = new Set([...prices.values()].map(({ meter }) => meter))
  const meters = [...names].filter((name) => name !== undefined)
  return listOf(
    meters.map((name) => ({
      id: `mtr_${name}`,
      object: 'billing.meter',
      event_name: name,
      status: 'active',
    })),
  )
}

/** Sums the events of a customer; both times must be whole minutes. */
export function summarizeEvents(
  { meterEvents }: StripeState,
  path: string,
  { customer, start_time, end_time }: Readonly<Record<string, string>>,
): ServiceReply {
  const start = Number(start_time)
  const end = Number(end_time)
  if (start % 60 !== 0 || end % 60 !== 0) return refusal('The times must be whole minutes.')
  const meter = path.split('/')[4]?.replace('mtr_', '')
  const aggregated_value = [...meterEvents.values()]
    .filter((one) => one.meter === meter && one.customer === customer)
    .filter(({ time }) => time >= start && time < end)
    .reduce((sum, { value }) => sum + value, 0)
  return listOf([{ object: 'billing.meter_event_summary', aggregated_value }])
}

/** The usage of each metered price of a subscription in a time. */
export const usageRanges = (
  state: StripeState,
  { prices }: CannedSubscription,
  times: {
    readonly startOf: (price: string) => number
    readonly end: number
    readonly receivedUntil: number
  },
): UsageRange[] =>
  prices
    .filter((price) => isMetered(state, price))
    .map((price) => ({
      price,
      start: times.startOf(price),
      end: times.end,
      receivedUntil: times.receivedUntil,
    }))
