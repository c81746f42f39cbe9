import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import type { TaskRow } from './runs.store.ts'

/** Clients poll every few seconds. After this time the same request starts a new task. */
const pendingMinutes = 15

/**
 * Records that the caller was told that the task is still pending, because the process shut down.
 */
export async function markTaskPending(
  { db, organizationId }: Tenant,
  taskId: string,
): Promise<void> {
  await db
    .updateTable('studio_task')
    .set({ told_pending_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', taskId)
    .execute()
}

type TaskFilter = {
  readonly projectId: string
  readonly userId: number
  readonly operation: string
}

/** Lists the tasks of a person that were reported as pending, newest first. */
export async function listPendingTasks(
  { db, organizationId }: Tenant,
  { projectId, userId, operation }: TaskFilter,
): Promise<TaskRow[]> {
  return db
    .selectFrom('studio_task')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('created_by', '=', userId)
    .where('operation', '=', operation)
    .where('told_pending_at', '>', sql<Date>`now() - ${pendingMinutes} * interval '1 minute'`)
    .orderBy('told_pending_at', 'desc')
    .execute()
}

/** Resumes a pending task. Returns false if another request has resumed it already. */
export async function resumeTask({ db, organizationId }: Tenant, taskId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('studio_task')
    .set({ told_pending_at: null })
    .where('organization_id', '=', organizationId)
    .where('id', '=', taskId)
    .where('told_pending_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
