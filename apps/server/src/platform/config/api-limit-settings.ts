import { z } from 'zod'

/** How much callers of deployments may ask for; absent: as much as they like. */
export type ApiLimits = {
  readonly callsPerMinute: number | undefined
  readonly runsPerOrganization: number | undefined
  /** Of all organizations together. */
  readonly runs: number | undefined
}

const max = 1_000_000

const count = z
  .string()
  .regex(/^\d+$/, `must be a whole number from 0 to ${max}`)
  .transform(Number)
  .refine((value) => value <= max, `must be a whole number from 0 to ${max}`)
  .default(0)

export const apiLimitEnvironment = {
  RECTO_API_CALLS_PER_MINUTE: count,
  RECTO_API_RUNS_PER_ORGANIZATION: count,
  RECTO_API_RUNS: count,
}

type Environment = z.output<z.ZodObject<typeof apiLimitEnvironment>>

export const apiLimitsOf = (env: Environment): ApiLimits => ({
  callsPerMinute: env.RECTO_API_CALLS_PER_MINUTE || undefined,
  runsPerOrganization: env.RECTO_API_RUNS_PER_ORGANIZATION || undefined,
  runs: env.RECTO_API_RUNS || undefined,
})
