import { createHmac } from 'node:crypto'
import {
  type CannedService,
  type ServiceExchange,
  type ServiceReply,
  startCannedService,
} from './canned-service.ts'
import {
  countEvent,
  linesOf,
  listInvoices,
  listMeters,
  listRefunds,
  refund,
  summarizeEvents,
} from './canned-stripe/invoices.ts'
import {
  type CannedPrice,
  type CannedSubscription,
  type InvoiceLine,
  isMetered,
  listOf,
  type MeterEvent,
  missingReply,
  now,
  refusal,
  type StripeState,
} from './canned-stripe/state.ts'
import {
  answerAboutSubscription,
  beginSubscription,
  listSubscriptions,
  presentPrice,
  presentSubscription,
  pricesOf,
  renewSubscriptions,
} from './canned-stripe/subscriptions.ts'

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

type BilledLine = InvoiceLine & {
  readonly invoice: string
  readonly customer: string
  readonly subscription: string
}

export type CannedStripe = CannedService & {
  /**
   * Pays as a person does at the page of a checkout; nobody is told of it. Returns the subscription, and fails where the
   * checkout has expired.
   */
  pay(sessionId: string): CannedSubscription
  /** From now on every call is answered 503, or as usual again. */
  setAway(isAway: boolean): void
  /** Lets payments of a customer fail from now on, or succeed again. */
  setDeclined(customer: string, isDeclined: boolean): void
  /** Begins or ends periods up to now; nobody is told of it. Returns what has changed. */
  renew(): CannedSubscription[]
  /** Pays the open invoices of a subscription, as a person does at the portal; nobody is told of it. */
  settle(subscription: CannedSubscription): void
  readonly meterEvents: ReadonlyMap<string, MeterEvent>
  readonly subscriptions: ReadonlyMap<string, CannedSubscription>
  /** Lets a purchase lie further in the past, with its period and its invoices. */
  backdate(subscription: CannedSubscription, seconds: number): void
  /** Pages of a customer on a meter, each report once. */
  counted(meter: string, customer: string): number
  /** All lines of all invoices. */
  billedLines(): BilledLine[]
  readonly invoices: StripeState['invoices']
  /** Whether it answers no calls. */
  isAway(): boolean
  /** Sets what a price costs. */
  setPrice(price: CannedPrice): void
  readonly refunds: StripeState['refunds']
  /** An event about a subscription, signed as Stripe signs. */
  event(type: string, subscription: CannedSubscription, options?: EventOptions): SignedEvent
  /** Any body, signed. */
  sign(body: string): SignedEvent
}

/**
 * Stripe for tests, as its documents describe it: customers with idempotency keys, prices found by
 * `lookup_key`, checkouts, subscriptions with proration, invoices, refunds, meters, and events with real signatures.
 */
export async function startCannedStripe({
  secret,
  prices,
}: {
  readonly secret: string
  readonly prices: readonly CannedPrice[]
}): Promise<CannedStripe> {
  const state: StripeState = {
    customers: new Map(),
    sessions: new Map(),
    subscriptions: new Map(),
    invoices: [],
    meterEvents: new Map(),
    refunds: new Map(),
    prices: new Map(prices.map((price) => [price.key, price])),
    declined: new Set(),
    isAway: false,
  }
  const service = await startCannedService({
    answer: (exchange) => answerTo(state, exchange),
    refusal: (_status, message) => ({ error: { type: 'api_error', message } }),
  })
  return {
    ...service,
    ...controlsOf(state),
    refunds: state.refunds,
    invoices: state.invoices,
    meterEvents: state.meterEvents,
    subscriptions: state.subscriptions,
    event: eventMaker(state, secret),
    sign: (body) => sign(body, { secret }),
  }
}

type Controls = Omit<
  CannedStripe,
  keyof CannedService | 'refunds' | 'invoices' | 'meterEvents' | 'subscriptions' | 'event' | 'sign'
>

const controlsOf = (state: StripeState): Controls => ({
  pay(sessionId) {
    const session = state.sessions.get(sessionId)
    if (session?.status !== 'open') throw new Error('The checkout is not open.')
    const subscription = beginSubscription(state, session)
    session.status = 'complete'
    session.subscription = subscription.id
    return subscription
  },
  setAway(isAway) {
    state.isAway = isAway
  },
  setDeclined(customer, isDeclined) {
    if (isDeclined) state.declined.add(customer)
    else state.declined.delete(customer)
  },
  isAway: () => state.isAway,
  renew: () => renewSubscriptions(state),
  settle(subscription) {
    for (const invoice of state.invoices) {
      if (invoice.subscription === subscription.id) invoice.isPaid = true
    }
    subscription.status = 'active'
  },
  backdate(subscription, seconds) {
    subscription.created -= seconds
    subscription.periodEnd -= seconds
    const { invoices } = state
    for (const [index, invoice] of invoices.entries()) {
      if (invoice.subscription !== subscription.id) continue
      const lines = invoice.lines.map((line) => ({
        ...line,
        start: line.start - seconds,
        end: line.end - seconds,
      }))
      invoices[index] = { ...invoice, createdAt: invoice.createdAt - seconds, lines }
    }
  },
  counted(meter, customer) {
    const countedEvents = [...state.meterEvents.values()]
    const own = countedEvents.filter((one) => one.meter === meter && one.customer === customer)
    return own.reduce((sum, { value }) => sum + value, 0)
  },
  billedLines: () =>
    state.invoices.flatMap((invoice) => {
      const { id, customer, subscription } = invoice
      return linesOf(state, invoice).map((line) => ({
        ...line,
        invoice: id,
        customer,
        subscription,
      }))
    }),
  setPrice(price) {
    state.prices.set(price.key, price)
  },
})

type SigningKey = { readonly secret: string; readonly signedAt?: number | undefined }

function sign(body: string, { secret, signedAt = now() }: SigningKey): SignedEvent {
  const digest = createHmac('sha256', secret).update(`${signedAt}.${body}`)
  return { body, signature: `t=${signedAt},v1=${digest.digest('hex')}` }
}

function eventMaker(state: StripeState, secret: string): CannedStripe['event'] {
  let events = 0
  return (type, subscription, options = {}) => {
    const id = options.id ?? `evt_${++events}_${subscription.id}`
    const object = presentSubscription(state, subscription)
    const data = options.isEmpty ? undefined : { object }
    const body = JSON.stringify({ id, object: 'event', type, created: now(), data })
    return sign(body, { secret: options.secret ?? secret, signedAt: options.signedAt })
  }
}

type Route = (
  state: StripeState,
  exchange: ServiceExchange,
  fields: URLSearchParams,
) => ServiceReply

/** The first one whose method and beginning of the path fit answers. */
const routes: readonly (readonly [string, string, Route])[] = [
  ['POST', '/v1/customers', (state, exchange) => saveCustomer(state, exchange)],
  ['GET', '/v1/prices', (state, exchange) => listPrices(state, exchange)],
  ['POST', '/v1/billing/meter_events', (state, _, fields) => countEvent(state, fields)],
  ['GET', '/v1/billing/meters/', (state, { path, query }) => summarizeEvents(state, path, query)],
  ['GET', '/v1/billing/meters', listMeters],
  [
    'POST',
    '/v1/billing_portal/sessions',
    (_, __, fields) => ({
      status: 200,
      body: { url: `https://billing.stripe.com/p/session/${fields.get('customer')}` },
    }),
  ],
  ['GET', '/v1/invoices', (state, { query }) => listInvoices(state, query)],
  ['GET', '/v1/refunds', (state, { query }) => listRefunds(state, query)],
  [
    'POST',
    '/v1/refunds',
    (state, { headers }, fields) => refund(state, String(headers['idempotency-key']), fields),
  ],
  ['POST', '/v1/checkout/sessions/', expireSession],
  ['GET', '/v1/checkout/sessions/', findSession],
  ['POST', '/v1/checkout/sessions', (state, _, fields) => openSession(state, fields)],
  ['GET', '/v1/subscriptions/', answerAboutSubscription],
  ['GET', '/v1/subscriptions', (state, { query }) => listSubscriptions(state, query)],
]

function answerTo(state: StripeState, exchange: ServiceExchange): ServiceReply {
  if (state.isAway) {
    return { status: 503, body: { error: { type: 'api_error', message: 'Not now.' } } }
  }
  const fields = new URLSearchParams(Buffer.from(exchange.bytes).toString())
  const route = routes.find(
    ([method, path]) => exchange.method === method && exchange.path.startsWith(path),
  )
  return route
    ? route[2](state, exchange, fields)
    : answerAboutSubscription(state, exchange, fields)
}

function openSession(state: StripeState, fields: URLSearchParams): ServiceReply {
  const isOdd = (key: string, index: number) =>
    isMetered(state, key) === fields.has(`line_items[${index}][quantity]`)
  if (pricesOf(fields).some(isOdd)) return refusal('A quantity is for prices that are not metered.')
  const id = `cs_test_${state.sessions.size + 1}`
  state.sessions.set(id, { id, fields, status: 'open' })
  const url = `https://checkout.stripe.com/c/pay/${id}`
  return { status: 200, body: { id, object: 'checkout.session', status: 'open', url } }
}

const sessionOf = ({ sessions }: StripeState, path: string) =>
  sessions.get(path.split('/')[4] ?? '')

function findSession(state: StripeState, { path }: ServiceExchange): ServiceReply {
  const session = sessionOf(state, path)
  if (!session) return missingReply
  const { id, status, subscription = null } = session
  return { status: 200, body: { id, object: 'checkout.session', status, subscription } }
}

function expireSession(state: StripeState, exchange: ServiceExchange): ServiceReply {
  const session = sessionOf(state, exchange.path)
  if (!session) return missingReply
  if (session.status !== 'open') {
    return refusal(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Session has a status of ${session.status}.`,
    )
  }
  session.status = 'expired'
  return findSession(state, exchange)
}

/** Changes a customer, or makes one: the same key gets the same, and is refused with other fields. */
function saveCustomer(
  { customers }: StripeState,
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

function listPrices(state: StripeState, { query }: ServiceExchange): ServiceReply {
  const keys = Object.entries(query)
    .filter(([name, key]) => name.startsWith('lookup_keys[') && state.prices.has(key))
    .map(([, key]) => key)
  return listOf(keys.map((key) => presentPrice(state, key)))
}
