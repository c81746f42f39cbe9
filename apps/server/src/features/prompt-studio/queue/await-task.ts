import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { awaitRuns } from './await-runs.ts'
import { markToldPending } from './pending-tasks.store.ts'

type Awaited = { readonly taskId: string } & Parameters<typeof awaitRuns>[2]

/**
 * Waits until all runs of a task have ended. Returns false when this process is to end before; then who
 * asked for the task is owed what comes of it.
 */
export async function awaitTask(
  ctx: Pick<Context, 'events' | 'leaving'>,
  tenant: Tenant,
  { taskId, ids, onEnded }: Awaited,
): Promise<boolean> {
  const haveEnded = await awaitRuns(ctx, tenant, { ids, onEnded })
  if (!haveEnded) await markToldPending(tenant, taskId)
  return haveEnded
}
