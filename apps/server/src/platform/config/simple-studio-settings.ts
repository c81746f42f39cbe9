import { z } from 'zod'

/** The studio for visitors without an account. */
export type SimpleStudioConfig = {
  readonly isOpen: boolean
  /** After so many days all of a project is removed. */
  readonly keepDays: number
  /** How many projects all visitors together may make in an hour. */
  readonly projectsPerHour: number
  /** Absent: nobody is asked whether they are human. */
  readonly humanCheck: HumanCheckConfig | undefined
}

export type HumanCheckConfig = {
  readonly kind: 'recaptcha' | 'hcaptcha' | 'turnstile'
  /** Stands in the page. */
  readonly siteKey: string
  readonly secret: string
  /** Where tokens are checked instead of at the provider's usual address. */
  readonly url: string | undefined
}

const whole = (min: number, max: number) => {
  const text = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d+$/, text)
    .transform(Number)
    .refine((value) => value >= min && value <= max, text)
}

export const simpleStudioEnvironment = {
  RECTO_SIMPLE_STUDIO: z.enum(['on', 'off'], 'must be on or off').optional(),
  RECTO_SIMPLE_KEEP_DAYS: whole(1, 365).default(7),
  RECTO_SIMPLE_PROJECTS_PER_HOUR: whole(1, 100_000).default(200),
  RECTO_HUMAN_CHECK: z
    .enum(['recaptcha', 'hcaptcha', 'turnstile'], 'must be recaptcha, hcaptcha or turnstile')
    .optional(),
  RECTO_HUMAN_CHECK_SITE_KEY: z
    .string()
    .regex(/^[\w.-]{1,200}$/, 'must be letters, digits, -, _ and points')
    .optional(),
  RECTO_HUMAN_CHECK_SECRET: z.string().max(500).optional(),
  RECTO_HUMAN_CHECK_URL: z
    .string()
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an address')
    .optional(),
}

type Environment = z.output<z.ZodObject<typeof simpleStudioEnvironment>>

/** Open without a word where everybody may make an account anyway. */
export const simpleStudioConfigOf = (
  env: Environment,
  signUp: 'open' | 'invited' | 'off',
): SimpleStudioConfig => ({
  isOpen: env.RECTO_SIMPLE_STUDIO ? env.RECTO_SIMPLE_STUDIO === 'on' : signUp === 'open',
  keepDays: env.RECTO_SIMPLE_KEEP_DAYS,
  projectsPerHour: env.RECTO_SIMPLE_PROJECTS_PER_HOUR,
  humanCheck: humanCheckOf(env),
})

function humanCheckOf(env: Environment): HumanCheckConfig | undefined {
  const { RECTO_HUMAN_CHECK: kind, RECTO_HUMAN_CHECK_SITE_KEY: siteKey } = env
  const secret = env.RECTO_HUMAN_CHECK_SECRET
  return kind && siteKey && secret
    ? { kind, siteKey, secret, url: env.RECTO_HUMAN_CHECK_URL }
    : undefined
}

/** What is wrong with settings that are each fine by themselves. */
export function findSimpleStudioProblem(env: Environment): string | undefined {
  const { RECTO_HUMAN_CHECK: kind, RECTO_HUMAN_CHECK_SITE_KEY: siteKey } = env
  const given = [kind, siteKey, env.RECTO_HUMAN_CHECK_SECRET].filter(Boolean).length
  return given > 0 && given < 3
    ? 'RECTO_HUMAN_CHECK, RECTO_HUMAN_CHECK_SITE_KEY and RECTO_HUMAN_CHECK_SECRET are set together or not at all.'
    : undefined
}
