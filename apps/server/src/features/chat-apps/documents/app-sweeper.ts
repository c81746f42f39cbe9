import type { Context } from '../../../platform/context.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { forgetGone } from './forget-gone.ts'

const lookMilliseconds = 10 * 60 * 1000

/** Removes what no app has any more as long as this process runs; any number of processes may. Returns what ends it. */
export function startAppSweeper(ctx: Context): () => Promise<void> {
  let round: Promise<unknown> | undefined
  const look = () => {
    round ??= forgetGone(ctx)
      .catch((error) => ctx.log.warn({ reason: describeFailure(error) }, 'documents of apps stay'))
      .finally(() => {
        round = undefined
      })
  }
  // Not at the start: nothing of it is urgent, and on a narrow database a start needs its connections for others.
  const timer = setInterval(look, lookMilliseconds)
  return async () => {
    clearInterval(timer)
    await round
  }
}
