import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { columnsOf, type NewFields } from '../../platform/db/fields.ts'

export type ExecutionRow = Selectable<Tables['execution']>

export async function insertExecution(
  { db, organizationId }: Tenant,
  execution: NewFields<'execution'>,
): Promise<ExecutionRow> {
  return db
    .insertInto('execution')
    .values({ ...columnsOf(execution), organization_id: organizationId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findExecution(
  { db, organizationId }: Tenant,
  id: string,
): Promise<ExecutionRow | undefined> {
  return db
    .selectFrom('execution')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** From waiting to running, once; false when it was not waiting. */
export async function beginExecution(
  { db, organizationId }: Tenant,
  id: string,
  totalFiles: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('execution')
    .set({ total_files: totalFiles, modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .where('total_files', '=', 0)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function markExecuting({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .updateTable('execution')
    .set({ status: 'EXECUTING', started_at: new Date(), modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .execute()
}

/** Counts one settled file, and ends the execution with the last one; returns its status. */
export async function countFile(
  { db, organizationId }: Tenant,
  id: string,
  isSuccess: boolean,
): Promise<ExecutionRow['status']> {
  const done = sql<boolean>`successful_files + failed_files + 1 >= total_files`
  const { status } = await db
    .updateTable('execution')
    .set({
      successful_files: sql`successful_files + ${isSuccess ? 1 : 0}`,
      failed_files: sql`failed_files + ${isSuccess ? 0 : 1}`,
      status: sql`case when status = 'STOPPED' then status when ${done} then 'COMPLETED' else status end`,
      finished_at: sql`case when ${done} then now() else finished_at end`,
      modified_at: new Date(),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('status')
    .executeTakeFirstOrThrow()
  return status
}

/** Returns whether this call is the one that did it. */
export async function acknowledge({ db, organizationId }: Tenant, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('execution')
    .set({ is_acknowledged: true, modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('is_acknowledged', '=', false)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
