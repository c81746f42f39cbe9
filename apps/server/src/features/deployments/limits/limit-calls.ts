import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { countCall } from '../../../platform/db/call-counts.store.ts'
import type { Tenant } from '../../../platform/db/database.ts'

const windowSeconds = 60

/** State of the call limit of an organization's deployments. */
export type CallAllowance = {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
  /** Error to throw when the call exceeds the limit. */
  readonly refusal: AppError | undefined
}

/**
 * Counts a call of an organization's deployments. Returns `undefined` when calls are not limited.
 */
export async function countDeploymentCall(
  { config }: Pick<Context, 'config'>,
  tenant: Tenant,
): Promise<CallAllowance | undefined> {
  const limit = config.apiLimits.callsPerMinute
  if (limit === undefined) return undefined
  const { calls, secondsLeft } = await countCall(tenant, {
    table: 'api_call_count',
    windowSeconds,
  })
  const detail = `Too many calls: the limit is ${limit} per minute. Try again in ${secondsLeft} seconds.`
  return {
    limit,
    remaining: Math.max(0, limit - calls),
    resetSeconds: secondsLeft,
    refusal: calls > limit ? tooManyRequests(detail, secondsLeft) : undefined,
  }
}

export const tooManyRequests = (detail: string, retryAfterSeconds: number): AppError =>
  new AppError('over-limit', [{ code: 'error', detail, attr: null }], { retryAfterSeconds })

/** Headers of https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/06/ */
export const allowanceHeaders = ({
  limit,
  remaining: remainingCalls,
  resetSeconds,
}: CallAllowance) => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remainingCalls),
  'ratelimit-reset': String(resetSeconds),
})
