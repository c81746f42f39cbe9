import type { Context } from '../../../platform/context.ts'
import { startWatch } from '../../../platform/start-watch.ts'
import { forgetGone } from './forget-gone.ts'

const lookMilliseconds = 10 * 60 * 1000

/** Removes what no app has any more as long as this process runs; any number of processes may. Returns what ends it. */
export function startAppSweeper(ctx: Context): () => Promise<void> {
  return startWatch(ctx, {
    milliseconds: lookMilliseconds,
    work: () => forgetGone(ctx),
    failure: 'documents of apps stay',
    // Nothing of it is urgent, and on a narrow database a start needs its connections for others.
    isLazy: true,
  })
}
