import type { Context } from '../../../platform/context.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { removeExpired } from './remove-expired.ts'

const lookMilliseconds = 10 * 60 * 1000

/** Removes what is expired as long as this process runs; any number of processes may. Returns what ends it. */
export function startSimpleSweeper(ctx: Context): () => Promise<void> {
  let round: Promise<unknown> | undefined
  const look = () => {
    round ??= removeExpired(ctx)
      .catch((error) => ctx.log.warn({ reason: describeFailure(error) }, 'visitors’ projects stay'))
      .finally(() => {
        round = undefined
      })
  }
  const timer = setInterval(look, lookMilliseconds)
  look()
  return async () => {
    clearInterval(timer)
    await round
  }
}
