import { createHmac } from 'node:crypto'
import {
  type CannedService,
  type ServiceExchange,
  type ServiceReply,
  startCannedService,
} from './canned-service.ts'

type CannedSubscription = {
  readonly id: string
  readonly customer: string
  readonly metadata: Readonly<Record<string, string>>
  status: string
  cancel_at_period_end: boolean
  /** The `lookup_key` of each of its prices. */
  prices: string[]
  /** In seconds since 1970. */
  periodEnd: number
  /** In seconds since 1970, once it has ended. */
  ended_at?: number
}

export type SignedEvent = { readonly body: string; readonly signature: string }

type EventOptions = {
  /** The same again, where it was sent before. */
  readonly id?: string
  readonly secret?: string
  /** Whether it says nothing about the subscription. */
  readonly isEmpty?: boolean
  /** Time of the signature, in seconds since 1970; now by default. */
  readonly signedAt?: number
}

export type CannedStripe = CannedService & {
  /** What a person does at the page of a checkout; nobody is told of it. Returns the subscription. */
  pay(sessionId: string): CannedSubscription
  /** From now on every call is answered 503, or as usual again. */
  setAway(isAway: boolean): void
  /** Pages of a customer on a meter, each report once. */
  counted(meter: string, customer: string): number
  /** An event about a subscription, signed as Stripe signs. */
  event(type: string, subscription: CannedSubscription, options?: EventOptions): SignedEvent
}

type MeterEvent = {
  readonly meter: string
  readonly customer: string
  readonly value: number
  /** In seconds since 1970. */
  readonly at: number
}

type Session = { readonly id: string; readonly fields: URLSearchParams }
type State = {
  /** By the key of the request. */
  readonly customers: Map<string, { readonly id: string; readonly body: string }>
  readonly sessions: Map<string, Session>
  readonly subscriptions: Map<string, CannedSubscription>
  /** Events by the identifier of the report. */
  readonly meterEvents: Map<string, MeterEvent>
  readonly plans: readonly string[]
  readonly metered: readonly string[]
  isAway: boolean
}

const month = 30 * 24 * 60 * 60
const now = () => Math.floor(Date.now() / 1000)
/** Maximum age of an event of a meter. */
const takenFor = 35 * 24 * 60 * 60

/**
 * Stripe for tests, as its documents describe it: customers with idempotency keys, prices found by
 * `lookup_key`, checkouts, subscriptions, meters, and events with real signatures.
 */
export async function startCannedStripe({
  secret,
  plans,
  metered: meteredPrices = [],
}: {
  readonly secret: string
  /** Prices by their `lookup_key`. */
  readonly plans: readonly string[]
  /** Prices that are charged by usage. */
  readonly metered?: readonly string[]
}): Promise<CannedStripe> {
  const state: State = {
    customers: new Map(),
    sessions: new Map(),
    subscriptions: new Map(),
    meterEvents: new Map(),
    plans,
    metered: meteredPrices,
    isAway: false,
  }
  const service = await startCannedService({
    answer: (exchange) => answerTo(state, exchange),
    refusal: (_status, message) => ({ error: { type: 'api_error', message } }),
  })
  let events = 0
  return {
    ...service,
    pay(sessionId) {
      const fields = state.sessions.get(sessionId)?.fields
      if (!fields) throw new Error('There is no such checkout.')
      const subscription: CannedSubscription = {
        id: `sub_${state.subscriptions.size + 1}_${sessionId}`,
        customer: fields.get('customer') ?? '',
        metadata: {
          product: fields.get('subscription_data[metadata][product]') ?? '',
          plan: fields.get('subscription_data[metadata][plan]') ?? '',
        },
        status: 'active',
        cancel_at_period_end: false,
        prices: pricesOf(fields),
        periodEnd: now() + month,
      }
      state.subscriptions.set(subscription.id, subscription)
      return subscription
    },
    setAway(isAway) {
      state.isAway = isAway
    },
    counted(meter, customer) {
      const countedEvents = [...state.meterEvents.values()]
      const own = countedEvents.filter((one) => one.meter === meter && one.customer === customer)
      return own.reduce((sum, { value }) => sum + value, 0)
    },
    event(type, subscription, options = {}) {
      const id = options.id ?? `evt_${++events}_${subscription.id}`
      const object = present(state, subscription)
      const data = options.isEmpty ? undefined : { object }
      const body = JSON.stringify({ id, object: 'event', type, created: now(), data })
      const index = options.signedAt ?? now()
      const digest = createHmac('sha256', options.secret ?? secret).update(`${index}.${body}`)
      return { body, signature: `t=${index},v1=${digest.digest('hex')}` }
    },
  }
}

function answerTo(state: State, exchange: ServiceExchange): ServiceReply {
  const { method, path } = exchange
  if (state.isAway) {
    return { status: 503, body: { error: { type: 'api_error', message: 'Not now.' } } }
  }
  const fields = new URLSearchParams(Buffer.from(exchange.bytes).toString())
  if (method === 'POST' && path.startsWith('/v1/customers')) return saveCustomer(state, exchange)
  if (method === 'GET' && path === '/v1/prices') return listPrices(state, exchange)
  if (method === 'POST' && path === '/v1/billing/meter_events') return count(state, fields)
  if (method === 'POST' && path === '/v1/checkout/sessions') return openCheckout(state, fields)
  return tellOfSubscription(state, exchange, fields)
}

function tellOfSubscription(
  state: State,
  { method, path }: ServiceExchange,
  fields: URLSearchParams,
): ServiceReply {
  const subscription = state.subscriptions.get(path.replace('/v1/subscriptions/', ''))
  if (!subscription) {
    const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such.' }
    return { status: 404, body: { error } }
  }
  if (method === 'POST') {
    subscription.cancel_at_period_end = fields.get('cancel_at_period_end') === 'true'
  }
  return { status: 200, body: present(state, subscription) }
}

function openCheckout(
  { sessions, metered: meteredPrices }: State,
  fields: URLSearchParams,
): ServiceReply {
  const isOdd = (key: string, index: number) =>
    meteredPrices.includes(key) === fields.has(`line_items[${index}][quantity]`)
  if (pricesOf(fields).some(isOdd)) return refusal('A quantity is for prices that are not metered.')
  const id = `cs_test_${sessions.size + 1}`
  sessions.set(id, { id, fields })
  const url = `https://checkout.stripe.com/c/pay/${id}`
  return { status: 200, body: { id, object: 'checkout.session', url } }
}

/** Changes a customer, or makes one: the same key gets the same, and is refused with other fields. */
function saveCustomer(
  { customers }: State,
  { path, headers, bytes }: ServiceExchange,
): ServiceReply {
  const [, changedId] = /^\/v1\/customers\/(.+)$/.exec(path) ?? []
  if (changedId) return { status: 200, body: { id: changedId, object: 'customer' } }
  const key = String(headers['idempotency-key'])
  const body = Buffer.from(bytes).toString()
  const { id, body: firstBody } = customers.get(key) ?? { id: `cus_${customers.size + 1}`, body }
  if (body !== firstBody) {
    const message = 'Keys for idempotent requests can only be used with the same parameters.'
    return { status: 400, body: { error: { type: 'idempotency_error', message } } }
  }
  customers.set(key, { id, body })
  return { status: 200, body: { id, object: 'customer' } }
}

function listPrices(
  { plans, metered: meteredPrices }: State,
  { query }: ServiceExchange,
): ServiceReply {
  const data = Object.entries(query)
    .filter(
      ([name, key]) =>
        name.startsWith('lookup_keys[') && [...plans, ...meteredPrices].includes(key),
    )
    .map(([, key]) => presentPrice(key, meteredPrices.includes(key)))
  return { status: 200, body: { object: 'list', data, has_more: false } }
}

const refusal = (message: string): ServiceReply => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', message } },
})

/** Accepts events like Stripe: each identifier once, no old ones, none from the future. */
function count({ meterEvents }: State, fields: URLSearchParams): ServiceReply {
  const identifier = fields.get('identifier') ?? ''
  const index = Number(fields.get('timestamp'))
  if (meterEvents.has(identifier)) {
    return refusal(`An event already exists with identifier ${identifier}.`)
  }
  if (index < now() - takenFor || index > now() + 5 * 60)
    return refusal('The timestamp is out of range.')
  const event = {
    meter: fields.get('event_name') ?? '',
    customer: fields.get('payload[stripe_customer_id]') ?? '',
    value: Number(fields.get('payload[value]')),
    at: index,
  }
  meterEvents.set(identifier, event)
  return { status: 200, body: { object: 'billing.meter_event', identifier, timestamp: index } }
}

/** The keys of a checkout's prices. */
function pricesOf(fields: URLSearchParams): string[] {
  const ids = [...fields].filter(([name]) => /^line_items\[\d+\]\[price\]$/.test(name))
  return ids.map(([, id]) => id.replace('price_', ''))
}

const presentPrice = (key: string, isMetered: boolean) => ({
  id: `price_${key}`,
  object: 'price',
  lookup_key: key,
  recurring: { usage_type: isMetered ? 'metered' : 'licensed' },
})

function present(
  { metered: meteredPrices }: State,
  { prices, periodEnd, ...fields }: CannedSubscription,
) {
  const data = prices.map((key) => ({
    id: `si_${fields.id}_${key}`,
    object: 'subscription_item',
    price: presentPrice(key, meteredPrices.includes(key)),
    current_period_start: periodEnd - month,
    current_period_end: periodEnd,
  }))
  const items = { object: 'list', data, has_more: false }
  return { ...fields, object: 'subscription', cancel_at: null, items }
}
