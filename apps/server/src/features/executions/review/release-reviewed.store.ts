import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { approvedStep } from './review-item.store.ts'

type ApprovedFile = {
  readonly fileId: string
  /** The approved values. */
  readonly result: unknown
  /**
   * Whether the result goes to the destination of the workflow; otherwise it is stored for the
   * caller to fetch.
   */
  readonly goesToDestination: boolean
}

/**
 * `completed`: the file had ended already, without waiting for the review. `busy`: a worker holds the
 * file for a moment. `gone`: the file was stopped, or its execution was
 * deleted.
 */
export type ReleaseOutcome = 'released' | 'completed' | 'busy' | 'gone'

/**
 * Locks the execution of a file until the transaction ends. Call it before anything of the file is
 * locked, as a stop does: releasing a file counts it in the row of its execution.
 */
export async function lockExecutionOfFile(tenant: Tenant, fileId: string): Promise<void> {
  await lockExecutionsOfFiles(tenant, [fileId])
}

/** Locks the executions of files in the order of their ids, so that no two callers wait for each other. */
export async function lockExecutionsOfFiles(
  { db, organizationId }: Tenant,
  fileIds: readonly string[],
): Promise<void> {
  await db
    .selectFrom('execution')
    .innerJoin('file_execution', 'file_execution.execution_id', 'execution.id')
    .select('execution.id')
    .where('execution.organization_id', '=', organizationId)
    .where('file_execution.id', 'in', fileIds)
    .orderBy('execution.id')
    .forNoKeyUpdate('execution')
    .execute()
}

type ReviewedFileState = Exclude<ReleaseOutcome, 'released'> | 'waiting'

/** Locks a file until the transaction ends, and returns its state. */
export async function lockReviewedFile(
  { db, organizationId }: Tenant,
  fileId: string,
): Promise<ReviewedFileState> {
  await lockExecutionOfFile({ db, organizationId }, fileId)
  const file = await db
    .selectFrom('file_execution')
    .select(['status', 'worker_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', fileId)
    .forUpdate()
    .executeTakeFirst()
  if (!file || file.status === 'STOPPED' || file.status === 'ERROR') return 'gone'
  if (file.status === 'COMPLETED') return 'completed'
  return file.worker_id === null ? 'waiting' : 'busy'
}

/**
 * Lets an approved file continue with the approved values. Call it in the transaction of the
 * approval.
 */
export async function releaseReviewedFile(
  { db, organizationId }: Tenant,
  { fileId, result, goesToDestination }: ApprovedFile,
): Promise<ReleaseOutcome> {
  const state = await lockReviewedFile({ db, organizationId }, fileId)
  if (state !== 'waiting') return state
  await sql`
    with stored as (
      insert into file_step (organization_id, file_execution_id, name, result)
      values (${organizationId}, ${fileId}, ${approvedStep},
        to_jsonb(${JSON.stringify({ result, isDelivered: goesToDestination })}::text))
      on conflict do nothing
    )
    update file_execution set waits_until = null, is_in_review = false, modified_at = now()
    where organization_id = ${organizationId} and id = ${fileId}`.execute(db)
  return 'released'
}

/** Whether all unfinished files of an execution wait for review. */
export async function isOnlyInReview(
  { db, organizationId }: Tenant,
  executionId: string,
): Promise<boolean> {
  const { rows } = await sql<{ isOnly: boolean }>`
    select not e.is_listing and count(f.id) filter (where f.is_in_review) > 0
      and count(f.id) filter (where not f.is_in_review) = 0 as "isOnly"
    from execution e
    left join file_execution f on f.execution_id = e.id and f.status in ('PENDING', 'EXECUTING')
    where e.organization_id = ${organizationId} and e.id = ${executionId}
      and e.status = 'EXECUTING'
    group by e.id, e.is_listing`.execute(db)
  return rows[0]?.isOnly ?? false
}
