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
  /** The `lookup_key` of its price. */
  plan: string
  /** In seconds since 1970. */
  periodEnd: number
}

export type SignedEvent = { readonly body: string; readonly signature: string }

type EventOptions = {
  /** The same again, where it was sent before. */
  readonly id?: string
  readonly secret?: string
  /** When it was signed, in seconds since 1970; now unless stated. */
  readonly signedAt?: number
}

export type CannedStripe = CannedService & {
  /** What a person does at the page of a checkout; nobody is told of it. Returns the subscription. */
  pay(sessionId: string): CannedSubscription
  /** From now on every call is answered 503, or as usual again. */
  setAway(isAway: boolean): void
  /** An event about a subscription, signed as Stripe signs. */
  event(type: string, subscription: CannedSubscription, options?: EventOptions): SignedEvent
}

type Session = { readonly id: string; readonly fields: URLSearchParams }
type State = {
  readonly customers: Map<string, string>
  readonly sessions: Map<string, Session>
  readonly subscriptions: Map<string, CannedSubscription>
  readonly plans: readonly string[]
  isAway: boolean
}

const month = 30 * 24 * 60 * 60
const now = () => Math.floor(Date.now() / 1000)

/**
 * Stripe for tests, as its documents describe it: customers with idempotency keys, prices found by
 * `lookup_key`, checkouts, subscriptions, and events with real signatures.
 */
export async function startCannedStripe({
  secret,
  plans,
}: {
  readonly secret: string
  readonly plans: readonly string[]
}): Promise<CannedStripe> {
  const state: State = {
    customers: new Map(),
    sessions: new Map(),
    subscriptions: new Map(),
    plans,
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
        plan: (fields.get('line_items[0][price]') ?? '').replace('price_', ''),
        periodEnd: now() + month,
      }
      state.subscriptions.set(subscription.id, subscription)
      return subscription
    },
    setAway(isAway) {
      state.isAway = isAway
    },
    event(type, subscription, options = {}) {
      const id = options.id ?? `evt_${++events}_${subscription.id}`
      const object = present(subscription)
      const body = JSON.stringify({ id, object: 'event', type, created: now(), data: { object } })
      const at = options.signedAt ?? now()
      const digest = createHmac('sha256', options.secret ?? secret).update(`${at}.${body}`)
      return { body, signature: `t=${at},v1=${digest.digest('hex')}` }
    },
  }
}

function answerTo(state: State, exchange: ServiceExchange): ServiceReply {
  const { method, path } = exchange
  if (state.isAway) {
    return { status: 503, body: { error: { type: 'api_error', message: 'Not now.' } } }
  }
  const fields = new URLSearchParams(Buffer.from(exchange.bytes).toString())
  if (method === 'POST' && path === '/v1/customers') return makeCustomer(state, exchange)
  if (method === 'GET' && path === '/v1/prices') return listPrices(state, exchange)
  if (method === 'POST' && path === '/v1/checkout/sessions') {
    const id = `cs_test_${state.sessions.size + 1}`
    state.sessions.set(id, { id, fields })
    return {
      status: 200,
      body: { id, object: 'checkout.session', url: `https://checkout.stripe.com/c/pay/${id}` },
    }
  }
  const subscription = state.subscriptions.get(path.replace('/v1/subscriptions/', ''))
  if (!subscription) {
    const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such.' }
    return { status: 404, body: { error } }
  }
  if (method === 'POST') {
    subscription.cancel_at_period_end = fields.get('cancel_at_period_end') === 'true'
  }
  return { status: 200, body: present(subscription) }
}

/** The same key gets the same customer. */
function makeCustomer({ customers }: State, { headers }: ServiceExchange): ServiceReply {
  const key = String(headers['idempotency-key'])
  const id = customers.get(key) ?? `cus_${customers.size + 1}`
  customers.set(key, id)
  return { status: 200, body: { id, object: 'customer' } }
}

function listPrices({ plans }: State, { query }: ServiceExchange): ServiceReply {
  const wanted = query['lookup_keys[0]'] ?? ''
  const data = plans.includes(wanted)
    ? [{ id: `price_${wanted}`, object: 'price', lookup_key: wanted }]
    : []
  return { status: 200, body: { object: 'list', data, has_more: false } }
}

function present({ plan, periodEnd, ...fields }: CannedSubscription) {
  const item = {
    id: `si_${fields.id}`,
    object: 'subscription_item',
    price: { id: `price_${plan}`, object: 'price', lookup_key: plan },
    current_period_start: periodEnd - month,
    current_period_end: periodEnd,
  }
  const items = { object: 'list', data: [item], has_more: false }
  return { ...fields, object: 'subscription', cancel_at: null, items }
}
