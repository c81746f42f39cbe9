import type { Context } from '../../../platform/context.ts'
import { startPeriodicTask } from '../../../platform/start-periodic-task.ts'
import { databaseTime } from './due-pipelines.store.ts'
import { startDuePipelines } from './start-due-pipelines.ts'

const intervalMilliseconds = 5000

/**
 * Starts due pipelines while this worker runs; any number of workers may run it. Returns a function
 * that stops it.
 */
export function startScheduler(ctx: Context): () => Promise<void> {
  return startPeriodicTask(ctx, {
    intervalMilliseconds: intervalMilliseconds,
    run: async () => startDuePipelines(ctx, await databaseTime(ctx)),
    failureMessage: 'failed to start the pipelines that are due',
  })
}
