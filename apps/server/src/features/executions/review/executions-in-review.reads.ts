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
