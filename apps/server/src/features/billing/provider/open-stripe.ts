import type { Stripe } from 'stripe'
import type { BillingConfig } from '../../../platform/config/billing-settings.ts'
import type { BillingProvider } from './billing-provider.ts'
import { badGateway, callStripe, describeStripeError, isRefusedByStripe } from './call-stripe.ts'
import { aboutOf, referencedId } from './map-stripe.ts'
import { itemsOf } from './stripe-prices.ts'
import { subscriptionCalls } from './stripe-subscriptions.ts'
import { usageCalls } from './stripe-usage.ts'

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
          subscription_data: {
            metadata: { product, plan: planId },
            // Bills the usage under a metered price until that price is replaced.
            billing_mode: { type: 'flexible' },
          },
          success_url: successUrl,
          cancel_url: cancelUrl,
        }),
      )
      if (!session.url) throw badGateway('the checkout session has no URL.')
      return { id: session.id, url: session.url }
    },

    async expireCheckout(id) {
      try {
        await stripe.checkout.sessions.expire(id)
        return { outcome: 'expired' }
      } catch (error) {
        // One that is not open any more is refused.
        if (!isRefusedByStripe(error)) throw badGateway(describeStripeError(error))
      }
      const session = await callStripe(() => stripe.checkout.sessions.retrieve(id))
      if (session.status !== 'complete' || !session.subscription) return { outcome: 'expired' }
      return { outcome: 'paid', subscriptionId: referencedId(session.subscription) }
    },

    async openPortal({ customerId, returnUrl }) {
      const session = await callStripe(() =>
        stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
      )
      return session.url
    },

    ...subscriptionCalls(stripe),
    ...usageCalls(stripe),

    async readEvent(body, signature) {
      const event = await verifyEvent(stripe, { body, signature, secret: config.webhookSecret })
      return event && { id: event.id, type: event.type, about: aboutOf(event) }
    },
  }
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
