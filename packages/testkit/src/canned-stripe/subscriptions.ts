import type { ServiceReply } from '../canned-service.ts'
import { addInvoice, usageRanges } from './invoices.ts'
import {
  addedAtOf,
  type CannedSubscription,
  type InvoiceLine,
  isMetered,
  listOf,
  missingReply,
  now,
  periodSecondsOf,
  periodStartOf,
  type StripeState,
  startOf,
} from './state.ts'

/** An invoice stays open for changes for an hour. */
const finalizingSeconds = 60 * 60

/** Buys what a checkout offers. */
export function beginSubscription(
  state: StripeState,
  { id: sessionId, fields }: { readonly id: string; readonly fields: URLSearchParams },
): CannedSubscription {
  const prices = pricesOf(fields)
  const boughtAt = now()
  const subscription: CannedSubscription = {
    id: `sub_${state.subscriptions.size + 1}_${sessionId}`,
    customer: fields.get('customer') ?? '',
    metadata: {
      product: fields.get('subscription_data[metadata][product]') ?? '',
      plan: fields.get('subscription_data[metadata][plan]') ?? '',
    },
    status: 'active',
    cancel_at_period_end: false,
    prices,
    addedAt: new Map(),
    created: boughtAt,
    periodEnd: boughtAt + periodSecondsOf(state, prices),
  }
  state.subscriptions.set(subscription.id, subscription)
  const lines = periodLines(state, subscription, boughtAt)
  addInvoice(state, subscription, { createdAt: boughtAt, lines, isPaid: true })
  return subscription
}

/** The keys of a checkout's prices. */
export function pricesOf(fields: URLSearchParams): string[] {
  const ids = [...fields].filter(([name]) => /^line_items\[\d+\]\[price\]$/.test(name))
  return ids.map(([, id]) => id.replace('price_', ''))
}

function periodLines(
  { prices: all, ...state }: StripeState,
  { prices, periodEnd }: CannedSubscription,
  start: number,
): InvoiceLine[] {
  return prices
    .filter((price) => !isMetered({ prices: all, ...state }, price))
    .map((price) => ({ price, cents: all.get(price)?.cents ?? 0, start, end: periodEnd }))
}

/** Begins the next period of what is due, or ends it, and returns what has changed. */
export function renewSubscriptions(state: StripeState): CannedSubscription[] {
  const renewedSubscriptions: CannedSubscription[] = []
  for (const subscription of state.subscriptions.values()) {
    while (
      ['active', 'past_due'].includes(subscription.status) &&
      subscription.periodEnd <= now()
    ) {
      renew(state, subscription)
      renewedSubscriptions.push(subscription)
    }
  }
  return [...new Set(renewedSubscriptions)]
}

function renew(state: StripeState, subscription: CannedSubscription): void {
  const end = subscription.periodEnd
  const start = periodStartOf(state, subscription)
  const usage = usageRanges(state, subscription, {
    startOf: (price) => Math.max(start, addedAtOf(state, subscription, price)),
    end,
    receivedUntil: end + finalizingSeconds,
  })
  if (subscription.cancel_at_period_end) {
    subscription.status = 'canceled'
    subscription.ended_at = end
    addInvoice(state, subscription, { createdAt: end, lines: [], usage, isPaid: true })
    return
  }
  subscription.periodStart = end
  subscription.periodEnd = end + periodSecondsOf(state, subscription.prices)
  const isPaid = !state.declined.has(subscription.customer)
  const lines = periodLines(state, subscription, end)
  addInvoice(state, subscription, { createdAt: end, lines, usage, isPaid })
  if (!isPaid) subscription.status = 'past_due'
}

export function listSubscriptions(
  state: StripeState,
  { customer }: Readonly<Record<string, string>>,
): ServiceReply {
  const own = [...state.subscriptions.values()].filter((one) => one.customer === customer)
  return listOf(own.toReversed().map((one) => presentSubscription(state, one)))
}

export function answerAboutSubscription(
  state: StripeState,
  { method, path }: { readonly method: string; readonly path: string },
  fields: URLSearchParams,
): ServiceReply {
  const subscription = state.subscriptions.get(path.split('/')[3] ?? '')
  if (!subscription) return missingReply
  if (method === 'DELETE') endNow(state, subscription)
  if (method === 'POST') {
    const problem = changeSubscription(state, subscription, fields)
    if (problem) return problem
  }
  return { status: 200, body: presentSubscription(state, subscription) }
}

function endNow(state: StripeState, subscription: CannedSubscription): void {
  if (subscription.status === 'canceled') return
  const end = now()
  addInvoice(state, subscription, {
    createdAt: end,
    lines: [],
    usage: usageSoFar(state, subscription, end),
    isPaid: true,
  })
  subscription.status = 'canceled'
  subscription.ended_at = end
}

function usageSoFar(state: StripeState, subscription: CannedSubscription, end: number) {
  const start = periodStartOf(state, subscription)
  return usageRanges(state, subscription, {
    startOf: (price) => Math.max(start, addedAtOf(state, subscription, price)),
    end,
    receivedUntil: end,
  })
}

function changeSubscription(
  state: StripeState,
  subscription: CannedSubscription,
  fields: URLSearchParams,
): ServiceReply | undefined {
  const endsWithPeriod = fields.get('cancel_at_period_end')
  if (endsWithPeriod !== null) subscription.cancel_at_period_end = endsWithPeriod === 'true'
  const items = itemsOf(fields)
  if (items.length === 0) return undefined
  const mustBePaid = fields.get('payment_behavior') === 'error_if_incomplete'
  if (mustBePaid && state.declined.has(subscription.customer)) {
    const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
    return { status: 402, body: { error } }
  }
  const oldPrices = items
    .filter((one) => one.deleted === 'true')
    .map(({ id = '' }) => id.slice(`si_${subscription.id}_`.length))
  const newPrices = items
    .filter((one) => one.price !== undefined)
    .map(({ price = '' }) => price.replace('price_', ''))
  replacePrices(state, subscription, { oldPrices, newPrices })
  return undefined
}

type Item = { id?: string; price?: string; deleted?: string; quantity?: string }

function itemsOf(fields: URLSearchParams): Item[] {
  const items: Record<string, Item> = {}
  for (const [name, value] of fields) {
    const [, index, key] = /^items\[(\d+)\]\[(\w+)\]$/.exec(name) ?? []
    if (index && key) items[index] = { ...items[index], [key]: value }
  }
  return Object.values(items)
}

type Replacement = { readonly oldPrices: readonly string[]; readonly newPrices: readonly string[] }

/** Prorates by the second, and bills the usage of a metered price that goes. A new interval begins a new period. */
function replacePrices(
  state: StripeState,
  subscription: CannedSubscription,
  { oldPrices, newPrices }: Replacement,
): void {
  const changedAt = now()
  const start = periodStartOf(state, subscription)
  const { periodEnd } = subscription
  const oldSeconds = periodEnd - start
  const share = (periodEnd - changedAt) / oldSeconds
  const centsOf = (price: string) => state.prices.get(price)?.cents ?? 0
  const usage = usageSoFar(state, subscription, changedAt).filter(({ price }) =>
    oldPrices.includes(price),
  )
  const credits = oldPrices
    .filter((price) => !isMetered(state, price))
    .map((price) => ({
      price,
      cents: -Math.round(centsOf(price) * share),
      start: changedAt,
      end: periodEnd,
    }))
  subscription.prices = [
    ...subscription.prices.filter((price) => !oldPrices.includes(price)),
    ...newPrices,
  ]
  for (const price of newPrices) subscription.addedAt.set(price, changedAt)
  const newSeconds = periodSecondsOf(state, subscription.prices)
  const isNewInterval = newSeconds !== oldSeconds
  subscription.periodStart = isNewInterval ? changedAt : start
  subscription.periodEnd = isNewInterval ? changedAt + newSeconds : periodEnd
  const charges = newPrices
    .filter((price) => !isMetered(state, price))
    .map((price) => ({
      price,
      cents: isNewInterval ? centsOf(price) : Math.round(centsOf(price) * share),
      start: changedAt,
      end: subscription.periodEnd,
    }))
  addInvoice(state, subscription, {
    createdAt: changedAt,
    lines: [...credits, ...charges],
    usage,
    isPaid: true,
  })
}

export function presentSubscription(state: StripeState, subscription: CannedSubscription) {
  const { prices, periodEnd, periodStart: _start, addedAt: _addedAt, ...fields } = subscription
  const data = prices.map((key) => ({
    id: `si_${fields.id}_${key}`,
    object: 'subscription_item',
    created: addedAtOf(state, subscription, key),
    price: presentPrice(state, key),
    current_period_start: periodStartOf(state, subscription),
    current_period_end: periodEnd,
  }))
  return {
    ...fields,
    object: 'subscription',
    billing_mode: { type: 'flexible' },
    start_date: startOf(state, subscription),
    cancel_at: null,
    items: { object: 'list', data, has_more: false },
  }
}

export function presentPrice({ prices }: StripeState, key: string) {
  const { cents = 0, currency = 'usd', interval = 'month', meter } = prices.get(key) ?? {}
  return {
    id: `price_${key}`,
    object: 'price',
    active: true,
    lookup_key: key,
    currency,
    unit_amount: Number.isInteger(cents) ? cents : null,
    // A price with tiers has none.
    unit_amount_decimal: Number.isNaN(cents) ? null : String(cents),
    recurring: {
      interval,
      interval_count: 1,
      usage_type: meter === undefined ? 'licensed' : 'metered',
      meter: meter === undefined ? null : `mtr_${meter}`,
    },
  }
}
