import type { Context } from '../../../platform/context.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { databaseTime } from './due-pipelines.store.ts'
import { startDuePipelines } from './start-due-pipelines.ts'

const lookMilliseconds = 5000

/** Starts what is due, as long as this worker runs; any number of workers may. Returns what ends it. */
export function startScheduler(ctx: Context): () => Promise<void> {
  let round: Promise<void> | undefined
  const startAll = async () => {
    await startDuePipelines(ctx, await databaseTime(ctx))
  }
  const look = () => {
    round ??= startAll()
      .catch((error) => ctx.log.warn({ reason: describeFailure(error) }, 'pipelines wait'))
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
