import type { Context } from '../../../platform/context.ts'
import { startWatch } from '../../../platform/start-watch.ts'
import { databaseTime } from './due-pipelines.store.ts'
import { startDuePipelines } from './start-due-pipelines.ts'

const lookMilliseconds = 5000

/** Starts what is due, as long as this worker runs; any number of workers may. Returns what ends it. */
export function startScheduler(ctx: Context): () => Promise<void> {
  return startWatch(ctx, {
    milliseconds: lookMilliseconds,
    work: async () => startDuePipelines(ctx, await databaseTime(ctx)),
    failure: 'pipelines wait',
  })
}
