import type { Stripe } from 'stripe'
import { AppError } from '../../../platform/app-error.ts'
import type { BillingConfig } from '../../../platform/config/billing-settings.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { BillingProvider, ProvidedSubscription } from './billing-provider.ts'
import { aboutOf, subscriptionOf } from './map-stripe.ts'

const timeoutMilliseconds = 20_000

/** Stripe, by its own library, which is loaded when it is first needed. */
export async function openStripe(
  config: BillingConfig,
  fetch: typeof globalThis.fetch,
): Promise<BillingProvider> {
  const { Stripe } = await import('stripe')
  const stripe = new Stripe(config.secretKey, {
    ...placeOf(config.url),
    httpClient: Stripe.createFetchHttpClient(fetch),
    timeout: timeoutMilliseconds,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  return {
    async makeCustomer({ reference, name, email }) {
      const wanted = { name, email, metadata: { reference } }
      const idempotencyKey = `recto-customer-${reference}`
      return (await ask(() => stripe.customers.create(wanted, { idempotencyKey }))).id
    },

    async openCheckout({ customerId, planId, product, successUrl, cancelUrl }) {
      const prices = await ask(() =>
        stripe.prices.list({ lookup_keys: [planId], active: true, limit: 1 }),
      )
      const [price] = prices.data
      if (!price) return undefined
      const session = await ask(() =>
        stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: customerId,
          line_items: [{ price: price.id, quantity: 1 }],
          subscription_data: { metadata: { product, plan: planId } },
          success_url: successUrl,
          cancel_url: cancelUrl,
        }),
      )
      if (!session.url) throw away('its checkout has no page.')
      return { id: session.id, url: session.url }
    },

    findSubscription: async (id) => known(await ask(() => stripe.subscriptions.retrieve(id))),

    cancelAtPeriodEnd: async (id) =>
      known(await ask(() => stripe.subscriptions.update(id, { cancel_at_period_end: true }))),

    async readEvent(body, signature) {
      const event = await verified(stripe, { body, signature, secret: config.webhookSecret })
      return event && { id: event.id, type: event.type, about: aboutOf(event) }
    },
  }
}

function known(subscription: Stripe.Subscription): ProvidedSubscription {
  const mapped = subscriptionOf(subscription)
  if (mapped) return mapped
  throw away('it knows a subscription without a plan.')
}

type Signed = { readonly body: string; readonly signature: string; readonly secret: string }

async function verified(
  stripe: Stripe,
  { body, signature, secret }: Signed,
): Promise<Stripe.Event | undefined> {
  try {
    return await stripe.webhooks.constructEventAsync(body, signature, secret)
  } catch {
    return undefined
  }
}

function placeOf(url: string | undefined) {
  if (url === undefined) return {}
  const { protocol, hostname, port } = new URL(url)
  const isPlain = protocol === 'http:'
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  }
}

/** What Stripe says of a failure is for those who run the installation, and not part of what a caller reads. */
async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw away(`it could not be asked: ${reasonOf(error)}`)
  }
}

function reasonOf(error: unknown): string {
  const { statusCode, code, type } = error as Record<string, unknown>
  return statusCode ? `${statusCode} ${code ?? type ?? ''}`.trim() : describeFailure(error)
}

const away = (reason: string) =>
  new AppError('bad-gateway', [
    {
      code: 'error',
      detail: `The payment provider did not answer as it should: ${reason}`,
      attr: null,
    },
  ])
