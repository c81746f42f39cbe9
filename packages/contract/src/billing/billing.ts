import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Timestamp } from '../wire/wire.ts'

/** The subscription of an organization, or its trial. */
const Subscription = z.object({
  /** Null during the trial. */
  subscription_id: z.string().nullable(),
  plan_type: z.enum(['TRIAL', 'PAID']),
  product: z.object({ id: z.string(), name: z.string() }),
  is_subscribed: z.boolean(),
  /** It may be used until the next billing date. */
  is_cancelled: z.boolean(),
  remaining_days: z.number().int(),
  next_billing_date: Timestamp,
  /** Remaining trial credits. */
  credits_in_dollars: z.number(),
  /** Model tokens used during the trial. */
  trial_tokens: z.number(),
  /** Shown to admins: the reason why this is only the last known state. */
  provider_problem: z.string().nullable(),
})

const Standing = z.object({ subscription: Subscription })

export const getSubscription = endpoint({
  method: 'GET',
  path: '/subscription/details',
  who: 'member',
  reply: Standing,
})

/** Pages that were extracted in the period that is paid for, or in the trial. */
export const getSubscriptionUsage = endpoint({
  method: 'GET',
  path: '/subscription/usage/',
  who: 'member',
  reply: z.object({ usage_data: z.object({ pages_processed: z.number().int() }) }),
})

export const getDailySubscriptionUsage = endpoint({
  method: 'GET',
  path: '/subscription/usage/daily/',
  who: 'member',
  reply: z.object({
    usage_data: z.object({
      usage: z.array(z.object({ record_date: z.string(), pages_processed: z.number().int() })),
    }),
  }),
})

/** Returns the address of this installation's text service. */
export const getTextServiceUrl = endpoint({
  method: 'GET',
  path: '/{product}-llmw-adapter-url/',
  who: 'member',
  reply: z.object({ url: z.string() }),
})

/** Plans of the platform. The price of an annual one is that of the year. */
export const listPlans = endpoint({
  method: 'GET',
  path: '/pricing/',
  who: 'admin',
  reply: z.array(
    z.object({
      id: z.string(),
      metadata: z.object({
        name: z.string(),
        pages_processed_limit: z.number(),
        overage: z.number(),
        price: z.number(),
      }),
    }),
  ),
})

export const getPaymentKey = endpoint({
  method: 'GET',
  path: '/subscription/env/',
  who: 'admin',
  reply: z.object({ stripe_public_key: z.string() }),
})

export const startCheckout = endpoint({
  method: 'POST',
  path: '/create-checkout-session/',
  who: 'admin',
  bodySize: 'small',
  body: z.object({ id: z.string().max(200).default('') }),
  /** The provider's page, to which the browser goes. */
  reply: z.object({ session_id: z.string(), checkout_url: z.string() }),
})

/** The field `product_id` carries the id of the subscription. */
export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/subscription/cancel/',
  who: 'admin',
  bodySize: 'small',
  body: z.object({ product_id: z.string().min(1).max(200) }),
  reply: Standing,
})

/** Signed by Stripe over the bytes of its body. */
export const receiveStripeEvent = endpoint({
  method: 'POST',
  path: '/api/v1/billing/stripe/',
  who: 'anyone',
  body: z.string(),
  reply: z.object({ received: z.literal(true) }),
})
