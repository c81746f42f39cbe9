import type { Context } from '../../../platform/context.ts'
import { startPeriodicTask } from '../../../platform/start-periodic-task.ts'
import { forgetGone } from './forget-gone.ts'

const lookMilliseconds = 10 * 60 * 1000

/**
 * Deletes periodically, while this process runs, what no app has any more; any number of processes
 * may run it. Returns a function that stops it.
 */
export function startAppSweeper(ctx: Context): () => Promise<void> {
  return startPeriodicTask(ctx, {
    intervalMilliseconds: lookMilliseconds,
    run: () => forgetGone(ctx),
    failureMessage: 'documents of apps stay',
    // Not urgent, and at startup other work needs the few database connections.
    isFirstRunDelayed: true,
  })
}
