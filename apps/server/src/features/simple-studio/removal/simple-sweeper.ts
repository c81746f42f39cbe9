import type { Context } from '../../../platform/context.ts'
import { startWatch } from '../../../platform/start-watch.ts'
import { removeExpired } from './remove-expired.ts'

const lookMilliseconds = 10 * 60 * 1000

/** Removes what is expired as long as this process runs; any number of processes may. Returns what ends it. */
export function startSimpleSweeper(ctx: Context): () => Promise<void> {
  return startWatch(ctx, {
    milliseconds: lookMilliseconds,
    work: () => removeExpired(ctx),
    failure: 'visitors’ projects stay',
  })
}
