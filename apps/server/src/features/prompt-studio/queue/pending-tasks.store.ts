import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import type { TaskRow } from './runs.store.ts'

/** Clients that are told so ask again every few seconds; who comes later wants it done anew. */
const owedMinutes = 15

/** Remembers that who asked for the task was told that it goes on. */
export async function markToldPending(
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

type Asker = { readonly projectId: string; readonly userId: number; readonly operation: string }

/** The tasks of a person of which the outcome is owed, the latest first. */
export async function listToldPending(
  { db, organizationId }: Tenant,
  { projectId, userId, operation }: Asker,
): Promise<TaskRow[]> {
  return db
    .selectFrom('studio_task')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('created_by', '=', userId)
    .where('operation', '=', operation)
    .where('told_pending_at', '>', sql<Date>`now() - ${owedMinutes} * interval '1 minute'`)
    .orderBy('told_pending_at', 'desc')
    .execute()
}

/** Takes a task up again; false when another request has done so. */
export async function takeUpTask({ db, organizationId }: Tenant, taskId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('studio_task')
    .set({ told_pending_at: null })
    .where('organization_id', '=', organizationId)
    .where('id', '=', taskId)
    .where('told_pending_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
