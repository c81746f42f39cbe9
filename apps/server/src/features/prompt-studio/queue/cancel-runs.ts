import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { workWaiting } from '../../../platform/leases/announce-work.ts'
import { getProject } from '../rows/get-project.ts'
import { announceRuns } from './announce-runs.ts'
import { logRuns } from './log-run.ts'
import { cancelRunRows, type RunRow } from './runs.store.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  /** All that are under way when absent. */
  readonly runIds?: readonly string[] | undefined
}

/**
 * Ends runs of a project that wait or go on. What a model was asked already is paid, and its reply kept;
 * nothing more is asked, and no output is stored.
 */
export async function cancelRuns(
  ctx: Pick<Context, 'db' | 'events' | 'log' | 'batchedWrites' | 'config'>,
  { actor, projectId, runIds: ids }: Input,
): Promise<readonly RunRow[]> {
  await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const cancelled = await cancelRunRows(tenant, { projectId, ids })
  await announceRuns(ctx, tenant, cancelled, 'cancelled')
  logRuns(ctx, tenant, cancelled, 'cancelled')
  // Their places are free.
  if (cancelled.length > 0) await ctx.events.publish(ctx.db, workWaiting, {})
  return cancelled
}
