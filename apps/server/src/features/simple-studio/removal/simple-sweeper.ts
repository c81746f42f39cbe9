import type { Context } from '../../../platform/context.ts'
import { startPeriodicTask } from '../../../platform/start-periodic-task.ts'
import { removeExpired } from './remove-expired.ts'

const intervalMilliseconds = 10 * 60 * 1000

/**
 * Deletes expired projects periodically while this process runs; any number of processes may run
 * it. Returns a function that stops it.
 */
export function startSimpleSweeper(ctx: Context): () => Promise<void> {
  return startPeriodicTask(ctx, {
    intervalMilliseconds: intervalMilliseconds,
    run: () => removeExpired(ctx),
    failureMessage: 'failed to remove expired visitor projects',
  })
}
