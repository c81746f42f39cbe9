import { z } from 'zod'

/** Who takes the money for plans; absent, nothing is sold and nobody is kept out. */
export type BillingConfig = {
  readonly secretKey: string
  /** Stands in the page. */
  readonly publicKey: string
  /** By which Stripe signs what it tells. */
  readonly webhookSecret: string
  /** Where Stripe is asked instead of at its usual address. */
  readonly url: string | undefined
}

export const billingEnvironment = {
  RECTO_BILLING: z.enum(['none', 'stripe'], 'must be none or stripe').default('none'),
  RECTO_STRIPE_SECRET_KEY: z.string().max(500).optional(),
  RECTO_STRIPE_PUBLIC_KEY: z.string().max(500).optional(),
  RECTO_STRIPE_WEBHOOK_SECRET: z.string().max(500).optional(),
  RECTO_STRIPE_URL: z
    .string()
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an address')
    .optional(),
}

type Environment = z.output<z.ZodObject<typeof billingEnvironment>>

export function billingConfigOf(env: Environment): BillingConfig | undefined {
  const { RECTO_STRIPE_SECRET_KEY: secretKey, RECTO_STRIPE_PUBLIC_KEY: publicKey } = env
  const webhookSecret = env.RECTO_STRIPE_WEBHOOK_SECRET
  if (env.RECTO_BILLING === 'none' || !secretKey || !publicKey || !webhookSecret) return undefined
  return { secretKey, publicKey, webhookSecret, url: env.RECTO_STRIPE_URL }
}

/** What is wrong with settings that are each fine by themselves. */
export function findBillingProblem(
  env: Environment,
  publicUrl: string | undefined,
): string | undefined {
  const given = [
    env.RECTO_STRIPE_SECRET_KEY,
    env.RECTO_STRIPE_PUBLIC_KEY,
    env.RECTO_STRIPE_WEBHOOK_SECRET,
    publicUrl,
  ]
  return env.RECTO_BILLING === 'stripe' && !given.every(Boolean)
    ? 'RECTO_BILLING=stripe needs RECTO_STRIPE_SECRET_KEY, RECTO_STRIPE_PUBLIC_KEY, RECTO_STRIPE_WEBHOOK_SECRET and RECTO_PUBLIC_URL.'
    : undefined
}
