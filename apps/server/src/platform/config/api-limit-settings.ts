import { z } from 'zod'

/** Limits for callers of deployments; absent means unlimited. */
export type ApiLimits = {
  readonly callsPerMinute: number | undefined
  readonly runsPerOrganization: number | undefined
  /** Limit for all organizations together. */
  readonly runs: number | undefined
}

const maxLimit = 1_000_000

const count = z
  .string()
  .regex(/^\d+$/, `must be a whole number from 0 to ${maxLimit}`)
  .transform(Number)
  .refine((value) => value <= maxLimit, `must be a whole number from 0 to ${maxLimit}`)
  .default(0)

export const apiLimitEnvironment = {
  RECTO_API_CALLS_PER_MINUTE: count,
  RECTO_API_RUNS_PER_ORGANIZATION: count,
  RECTO_API_RUNS: count,
}

type ApiLimitEnvironment = z.output<z.ZodObject<typeof apiLimitEnvironment>>

export const readApiLimits = (env: ApiLimitEnvironment): ApiLimits => ({
  callsPerMinute: env.RECTO_API_CALLS_PER_MINUTE || undefined,
  runsPerOrganization: env.RECTO_API_RUNS_PER_ORGANIZATION || undefined,
  runs: env.RECTO_API_RUNS || undefined,
})
