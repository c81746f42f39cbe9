import type { Stripe } from 'stripe'
import { AppError } from '../../../platform/app-error.ts'
import type { BillingConfig } from '../../../platform/config/billing-settings.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { BillingProvider, ProvidedSubscription } from './billing-provider.ts'
import { aboutOf, subscriptionOf } from './map-stripe.ts'

const timeoutMilliseconds = 20_000

/** Opens Stripe through its own library, which is loaded on first use. */
export async function openStripe(
  config: BillingConfig,
  fetch: typeof globalThis.fetch,
): Promise<BillingProvider> {
  const { Stripe } = await import('stripe')
  const stripe = new Stripe(config.secretKey, {
    ...hostOptionsOf(config.url),
    httpClient: Stripe.createFetchHttpClient(fetch),
    timeout: timeoutMilliseconds,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  return {
    async makeCustomer({ reference, name, email }) {
      // Earlier versions sent other fields under `recto-customer-`.
      const idempotencyKey = `recto-account-${reference}`
      // Under one key all attempts must send the same, whichever admin makes them.
      const { id } = await callStripe(() =>
        stripe.customers.create({ metadata: { reference } }, { idempotencyKey }),
      )
      await callStripe(() => stripe.customers.update(id, { name, email }))
      return id
    },

    async openCheckout({ customerId, planId, prices, product, successUrl, cancelUrl }) {
      const items = await itemsOf(stripe, prices)
      if (!items) return undefined
      const session = await callStripe(() =>
        stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: customerId,
          line_items: items,
          subscription_data: { metadata: { product, plan: planId } },
          success_url: successUrl,
          cancel_url: cancelUrl,
        }),
      )
      if (!session.url) throw badGateway('the checkout session has no URL.')
      return { id: session.id, url: session.url }
    },

    findSubscription: async (id) =>
      toProvidedSubscription(await callStripe(() => stripe.subscriptions.retrieve(id))),

    cancelAtPeriodEnd: async (id) =>
      toProvidedSubscription(
        await callStripe(() => stripe.subscriptions.update(id, { cancel_at_period_end: true })),
      ),

    async reportUsage({ id, customerId, meter, pages, at: reportedAt }) {
      try {
        await stripe.billing.meterEvents.create({
          event_name: meter,
          identifier: id,
          payload: { stripe_customer_id: customerId, value: String(pages) },
          timestamp: Math.floor(reportedAt.getTime() / 1000),
        })
        return 'counted'
      } catch (error) {
        if (!isRefusal(error)) throw badGateway(`the call failed: ${reasonOf(error)}`)
        return isRepetition(error) ? 'counted' : { refused: reasonOf(error) }
      }
    },

    async readEvent(body, signature) {
      const event = await verifyEvent(stripe, { body, signature, secret: config.webhookSecret })
      return event && { id: event.id, type: event.type, about: aboutOf(event) }
    },
  }
}

type Prices = Parameters<BillingProvider['openCheckout']>[0]['prices']
type Items = NonNullable<Stripe.Checkout.SessionCreateParams['line_items']>

/**
 * Returns the checkout items, or `undefined` unless every price is sold. Metered prices have no
 * quantity.
 */
async function itemsOf(
  stripe: Stripe,
  { ofPeriod, metered: meteredKeys }: Prices,
): Promise<Items | undefined> {
  const lookupKeys = ofPeriod === undefined ? meteredKeys : [ofPeriod, ...meteredKeys]
  const { data } = await callStripe(() =>
    stripe.prices.list({ lookup_keys: [...lookupKeys], active: true, limit: lookupKeys.length }),
  )
  const items = lookupKeys
    .map((key) => {
      const price = data.find(({ lookup_key }) => lookup_key === key)?.id
      if (!price) return undefined
      return key === ofPeriod ? { price, quantity: 1 } : { price }
    })
    .filter((value) => value !== undefined)
  return items.length === lookupKeys.length ? items : undefined
}

/** Whether Stripe refused the request, and so did not count it. */
function isRefusal(error: unknown): boolean {
  const { statusCode } = error as { readonly statusCode?: number }
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 && statusCode !== 408
}

/**
 * Whether Stripe has already received the report: it recognizes the identifier, but says so only in
 * the error message.
 */
const isRepetition = (error: unknown) =>
  /identifier/i.test(String((error as Error).message)) &&
  /already exists/i.test(String((error as Error).message))

function toProvidedSubscription(subscription: Stripe.Subscription): ProvidedSubscription {
  const providedSubscription = subscriptionOf(subscription)
  if (providedSubscription) return providedSubscription
  throw badGateway('the subscription has no plan.')
}

type SignedBody = { readonly body: string; readonly signature: string; readonly secret: string }

async function verifyEvent(
  stripe: Stripe,
  { body, signature, secret }: SignedBody,
): Promise<Stripe.Event | undefined> {
  try {
    return await stripe.webhooks.constructEventAsync(body, signature, secret)
  } catch {
    return undefined
  }
}

function hostOptionsOf(url: string | undefined) {
  if (url === undefined) return {}
  const { protocol, hostname, port } = new URL(url)
  const isPlain = protocol === 'http:'
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  }
}

/**
 * Calls Stripe and leaves its error messages out of the error: they concern those who run the
 * installation, not the caller.
 */
async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw badGateway(`the call failed: ${reasonOf(error)}`)
  }
}

function reasonOf(error: unknown): string {
  const { statusCode, code, type } = error as Record<string, unknown>
  return statusCode ? `${statusCode} ${code ?? type ?? ''}`.trim() : describeFailure(error)
}

const badGateway = (reason: string) =>
  new AppError('bad-gateway', [
    {
      code: 'error',
      detail: `The request to the payment provider failed: ${reason}`,
      attr: null,
    },
  ])
