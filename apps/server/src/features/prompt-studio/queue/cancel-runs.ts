import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { announceCancellation, workWaitingEvent } from '../../../platform/work/announce-work.ts'
import { getProject } from '../rows/access.ts'
import { logRuns } from './log-run.ts'
import { publishRunStates } from './publish-run-states.ts'
import { cancelRunRows, type RunRow } from './runs.store.ts'

type CancelRunsRequest = {
  readonly actor: Actor
  readonly projectId: string
  /** Absent: all unfinished runs of the project. */
  readonly runIds?: readonly string[] | undefined
}

/**
 * Cancels waiting and running runs of a project. Model replies received so far are paid for and
 * stored; no further model is called and no output is saved.
 */
export async function cancelRuns(
  ctx: Pick<Context, 'db' | 'events' | 'log' | 'batchedWrites' | 'config'>,
  { actor, projectId, runIds: ids }: CancelRunsRequest,
): Promise<readonly RunRow[]> {
  await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const cancelledRuns = await cancelRunRows(tenant, { projectId, ids })
  await publishRunStates(ctx, tenant, cancelledRuns, 'cancelled')
  await announceCancellation(
    ctx,
    ctx.db,
    cancelledRuns.map(({ id }) => id),
  )
  logRuns(ctx, tenant, cancelledRuns, 'cancelled')
  // Their slots are free.
  if (cancelledRuns.length > 0)
    await ctx.events.publish(ctx.db, workWaitingEvent, { slots: 'items' })
  return cancelledRuns
}
