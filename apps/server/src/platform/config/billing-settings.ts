import { z } from 'zod'

/** Settings of Stripe; if absent, there are no paid plans and no restrictions. */
export type BillingConfig = {
  readonly secretKey: string
  /** Published in the page. */
  readonly publicKey: string
  /** Key with which Stripe signs webhooks. */
  readonly webhookSecret: string
  /** URL of the Stripe API; the default if absent. */
  readonly url: string | undefined
  /** Days for which an organization may still run after a payment has failed. */
  readonly graceDays: number
  /** Pages of those who sell: for a demonstration, and for questions. */
  readonly demoUrl: string | undefined
  readonly contactUrl: string | undefined
  /** What becomes of the older one of two paid subscriptions: it ends with a refund, or people are asked. */
  readonly secondSubscription: 'ask' | 'refund'
}

const webAddress = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an address')

export const billingEnvironment = {
  RECTO_BILLING: z.enum(['none', 'stripe'], 'must be none or stripe').default('none'),
  RECTO_STRIPE_SECRET_KEY: z.string().max(500).optional(),
  RECTO_STRIPE_PUBLIC_KEY: z.string().max(500).optional(),
  RECTO_STRIPE_WEBHOOK_SECRET: z.string().max(500).optional(),
  RECTO_BILLING_GRACE_DAYS: z.coerce.number().int().min(0).max(60).default(7),
  RECTO_DEMO_URL: webAddress.optional(),
  RECTO_CONTACT_URL: webAddress.optional(),
  RECTO_BILLING_SECOND_SUBSCRIPTION: z
    .enum(['ask', 'refund'], 'must be ask or refund')
    .default('ask'),
  RECTO_STRIPE_URL: webAddress.optional(),
}

type BillingEnvironment = z.output<z.ZodObject<typeof billingEnvironment>>

export function readBillingConfig(env: BillingEnvironment): BillingConfig | undefined {
  const { RECTO_STRIPE_SECRET_KEY: secretKey, RECTO_STRIPE_PUBLIC_KEY: publicKey } = env
  const webhookSecret = env.RECTO_STRIPE_WEBHOOK_SECRET
  if (env.RECTO_BILLING === 'none' || !secretKey || !publicKey || !webhookSecret) return undefined
  const { RECTO_STRIPE_URL: url, RECTO_BILLING_GRACE_DAYS: graceDays } = env
  const secondSubscription = env.RECTO_BILLING_SECOND_SUBSCRIPTION
  const { RECTO_DEMO_URL: demoUrl, RECTO_CONTACT_URL: contactUrl } = env
  const links = { url, demoUrl, contactUrl }
  return { secretKey, publicKey, webhookSecret, graceDays, secondSubscription, ...links }
}

/** Returns a problem of settings that are each valid on their own. */
export function findBillingProblem(
  env: BillingEnvironment,
  publicUrl: string | undefined,
): string | undefined {
  const requiredSettings = [
    env.RECTO_STRIPE_SECRET_KEY,
    env.RECTO_STRIPE_PUBLIC_KEY,
    env.RECTO_STRIPE_WEBHOOK_SECRET,
    publicUrl,
  ]
  return env.RECTO_BILLING === 'stripe' && !requiredSettings.every(Boolean)
    ? 'RECTO_BILLING=stripe needs RECTO_STRIPE_SECRET_KEY, RECTO_STRIPE_PUBLIC_KEY, RECTO_STRIPE_WEBHOOK_SECRET and RECTO_PUBLIC_URL.'
    : undefined
}
