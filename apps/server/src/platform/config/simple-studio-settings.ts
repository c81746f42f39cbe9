import { z } from 'zod'

/** Settings of the studio for visitors without an account. */
export type SimpleStudioConfig = {
  readonly isOpen: boolean
  /** Projects are deleted after this many days. */
  readonly retentionDays: number
  /** Number of projects that all visitors together may create per hour. */
  readonly projectsPerHour: number
  /** If absent, there is no captcha. */
  readonly humanCheck: HumanCheckConfig | undefined
}

export type HumanCheckConfig = {
  readonly kind: 'recaptcha' | 'hcaptcha' | 'turnstile'
  /** Published in the page. */
  readonly siteKey: string
  readonly secret: string
  /** URL that verifies tokens; the provider's default if absent. */
  readonly url: string | undefined
}

const wholeNumberFrom = (min: number, max: number) => {
  const text = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d+$/, text)
    .transform(Number)
    .refine((value) => value >= min && value <= max, text)
}

export const simpleStudioEnvironment = {
  RECTO_SIMPLE_STUDIO: z.enum(['on', 'off'], 'must be on or off').optional(),
  RECTO_SIMPLE_KEEP_DAYS: wholeNumberFrom(1, 365).default(7),
  RECTO_SIMPLE_PROJECTS_PER_HOUR: wholeNumberFrom(1, 100_000).default(200),
  RECTO_HUMAN_CHECK: z
    .enum(['recaptcha', 'hcaptcha', 'turnstile'], 'must be recaptcha, hcaptcha or turnstile')
    .optional(),
  RECTO_HUMAN_CHECK_SITE_KEY: z
    .string()
    .regex(/^[\w.-]{1,200}$/, 'must consist of letters, digits, -, _ and periods')
    .optional(),
  RECTO_HUMAN_CHECK_SECRET: z.string().max(500).optional(),
  RECTO_HUMAN_CHECK_URL: z
    .string()
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an address')
    .optional(),
}

type SimpleStudioEnvironment = z.output<z.ZodObject<typeof simpleStudioEnvironment>>

/** Open by default if everybody may create an account anyway. */
export const readSimpleStudioConfig = (
  env: SimpleStudioEnvironment,
  signUp: 'open' | 'invited' | 'off',
): SimpleStudioConfig => ({
  isOpen: env.RECTO_SIMPLE_STUDIO ? env.RECTO_SIMPLE_STUDIO === 'on' : signUp === 'open',
  retentionDays: env.RECTO_SIMPLE_KEEP_DAYS,
  projectsPerHour: env.RECTO_SIMPLE_PROJECTS_PER_HOUR,
  humanCheck: readHumanCheckConfig(env),
})

function readHumanCheckConfig(env: SimpleStudioEnvironment): HumanCheckConfig | undefined {
  const { RECTO_HUMAN_CHECK: kind, RECTO_HUMAN_CHECK_SITE_KEY: siteKey } = env
  const secret = env.RECTO_HUMAN_CHECK_SECRET
  return kind && siteKey && secret
    ? { kind, siteKey, secret, url: env.RECTO_HUMAN_CHECK_URL }
    : undefined
}

/** Returns a problem of settings that are each valid on their own. */
export function findSimpleStudioProblem(env: SimpleStudioEnvironment): string | undefined {
  const { RECTO_HUMAN_CHECK: kind, RECTO_HUMAN_CHECK_SITE_KEY: siteKey } = env
  const settingCount = [kind, siteKey, env.RECTO_HUMAN_CHECK_SECRET].filter(Boolean).length
  return settingCount > 0 && settingCount < 3
    ? 'RECTO_HUMAN_CHECK, RECTO_HUMAN_CHECK_SITE_KEY and RECTO_HUMAN_CHECK_SECRET must be set together, or not at all.'
    : undefined
}
