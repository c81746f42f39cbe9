import type { Tenant } from '../../../platform/db/database.ts'

/** Returns the running executions of a workflow with documents that wait for review. */
export async function findExecutionsInReview(
  { db, organizationId }: Tenant,
  workflowId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('execution')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('workflow_id', '=', workflowId)
    .where('status', '=', 'EXECUTING')
    .where('in_review_files', '>', 0)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Locks an execution and takes its documents out of the queues of review and approval. Their files wait
 * until the execution is stopped.
 */
export async function withdrawItems(
  { db, organizationId }: Tenant,
  executionId: string,
): Promise<void> {
  await db
    .selectFrom('execution')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', executionId)
    .forNoKeyUpdate()
    .execute()
  await db
    .deleteFrom('review_item')
    .where('organization_id', '=', organizationId)
    .where('execution_id', '=', executionId)
    .where('status', 'in', ['PENDING', 'FINISHED'])
    .execute()
}

/** Whether files of an execution are approved and not yet completed. */
export async function hasApprovedFiles(
  { db, organizationId }: Tenant,
  executionId: string,
): Promise<boolean> {
  const file = await db
    .selectFrom('review_item')
    .innerJoin('file_execution', 'file_execution.id', 'review_item.file_execution_id')
    .select('file_execution.id')
    .where('review_item.organization_id', '=', organizationId)
    .where('review_item.execution_id', '=', executionId)
    .where('review_item.status', 'in', ['APPROVED', 'FETCHED'])
    .where('file_execution.status', 'in', ['PENDING', 'EXECUTING'])
    .limit(1)
    .executeTakeFirst()
  return file !== undefined
}
