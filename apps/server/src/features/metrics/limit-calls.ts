import { AppError } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { incrementMetricsCalls } from './call-counts.store.ts'

const windowSeconds = 60 * 60
const callsPerWindow = 1000

/** Counts a call for metrics, and throws when the person has made too many. */
export async function countMetricsCall(ctx: Pick<Context, 'db'>, actor: Actor): Promise<void> {
  const tenant = tenantOf(ctx, actor)
  const { calls, secondsLeft } = await incrementMetricsCalls(tenant, actor.userId, windowSeconds)
  if (calls <= callsPerWindow) return
  const detail = `Too many calls: the limit is ${callsPerWindow} per hour. Try again in ${secondsLeft} seconds.`
  throw new AppError('over-limit', [{ code: 'throttled', detail, attr: null }], {
    retryAfterSeconds: secondsLeft,
  })
}
