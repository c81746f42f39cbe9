import type { Tenant } from '../../../platform/db/database.ts'
import type { Delivery } from './delivery.ts'

/** A row in the queue of the workflow, once for each file. */
export async function queueForReview(
  { db, organizationId }: Tenant,
  { file, execution }: Pick<Delivery, 'file' | 'execution'>,
): Promise<string> {
  await db
    .insertInto('review_item')
    .values({
      organization_id: organizationId,
      workflow_id: execution.workflow_id,
      file_execution_id: file.id,
    })
    .onConflict((c) => c.constraint('review_item_file_key').doNothing())
    .execute()
  return 'Waits for a person to look at it.'
}
