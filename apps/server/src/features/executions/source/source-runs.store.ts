import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { buildSuspendedPart } from '../files/suspend-file.store.ts'

/** Moves an execution from waiting for files to listing its source, once. */
export async function requestListing(
  { db, organizationId }: Tenant,
  id: string,
  isByStep: boolean,
): Promise<ExecutionRow | undefined> {
  return db
    .updateTable('execution')
    .set({ is_listing: true, modified_at: new Date(), step_to: isByStep ? 'SOURCE' : null })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .where('total_files', '=', 0)
    .where('is_listing', '=', false)
    .returningAll()
    .executeTakeFirst()
}

/** An update, not part of the insert: only changes of a run are announced. */
export async function failExecution(
  { db, organizationId }: Tenant,
  id: string,
  reason: string,
): Promise<ExecutionRow> {
  return db
    .updateTable('execution')
    .set({ status: 'ERROR', error_message: toStorableText(reason), finished_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Stops an execution: no more files are started, and files in progress are finished. Returns
 * `undefined` when it has already ended.
 */
export async function markExecutionStopped(
  { db, organizationId }: Tenant,
  id: string,
): Promise<ExecutionRow | undefined> {
  const { rows } = await sql<ExecutionRow>`
    with stopped as (
      update execution set status = 'STOPPED', is_listing = false, finished_at = now(),
        modified_at = now()
      where organization_id = ${organizationId} and id = ${id}
        and status in ('PENDING', 'EXECUTING')
      returning *
    ),
    files as (
      update file_execution set status = 'STOPPED', waits_until = null, is_in_review = false, finished_at = now(),
        modified_at = now(),
        -- A result that was read is stored, so that a later run does not read it again.
        result = ${buildSuspendedPart('result')},
        answer_digest = ${buildSuspendedPart('digest')} #>> '{}'
      from stopped where file_execution.execution_id = stopped.id
        and file_execution.worker_id is null and file_execution.status in ('PENDING', 'EXECUTING')
      returning file_execution.id
    ),
    -- A stopped file is not delivered, so its review item is deleted.
    withdrawn as (
      delete from review_item using files where review_item.file_execution_id = files.id
        and (review_item.status in ('PENDING', 'FINISHED') or review_item.delivers_at is not null)
    )
    select * from stopped`.execute(db)
  return rows[0]
}

type RerunRequest = {
  readonly id: string
  readonly originalId: string
  readonly userId: number
  /** The only file to run again; all failed ones if it is absent. */
  readonly fileId?: string
}

/**
 * Inserts an execution of the same workflow version with the failed files of another one. Returns
 * `undefined` when there are none.
 */
export async function insertRerun(
  { db, organizationId }: Tenant,
  { id, originalId, userId, fileId }: RerunRequest,
): Promise<ExecutionRow | undefined> {
  const { rows } = await sql<ExecutionRow>`
    with failed as (
      select * from file_execution
      where organization_id = ${organizationId} and execution_id = ${originalId}
        and status in ('ERROR', 'STOPPED') and file_size > 0
        and id = coalesce(${fileId ?? null}::uuid, id)
    ),
    made as (
      insert into execution (id, organization_id, workflow_id, workflow_name, pipeline_id,
        pipeline_name, entity, status, total_files, tags, custom_data, plan, plan_hash, created_by)
      select ${id}, organization_id, workflow_id, workflow_name, pipeline_id, pipeline_name, entity,
        'PENDING', (select count(*) from failed), tags, custom_data, plan, plan_hash, ${userId}
      from execution
      where organization_id = ${organizationId} and id = ${originalId} and exists (select from failed)
      returning *
    ),
    files as (
      insert into file_execution (id, organization_id, execution_id, file_name, other_names, file_path,
        source_mark, source_metadata, file_size, file_hash, position, mime_type, workflow_id, status)
      select gen_random_uuid(), failed.organization_id, made.id, failed.file_name, failed.other_names,
        failed.file_path, failed.source_mark, failed.source_metadata, failed.file_size, failed.file_hash, failed.position, failed.mime_type,
        made.workflow_id, 'PENDING'
      from made, failed
    )
    select * from made`.execute(db)
  return rows[0]
}
