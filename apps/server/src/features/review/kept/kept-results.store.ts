import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import type { ReviewItemRow } from '../items/items.store.ts'

type KeptResultsOptions = {
  readonly workflowId: string
  readonly queueName: string
  readonly seconds: number
}

/**
 * Claims, for the given seconds, the oldest queued result that is not being sent to anybody else.
 */
export async function claimKept(
  { db, organizationId }: Tenant,
  { workflowId, queueName, seconds }: KeptResultsOptions,
): Promise<ReviewItemRow | undefined> {
  const { rows } = await sql<ReviewItemRow>`
    with oldest as (
      select id from review_item
      where organization_id = ${organizationId} and workflow_id = ${workflowId}
        and status = 'APPROVED' and is_kept and delivers_at is null and queue_name = ${queueName}
        and (fetched_until is null or fetched_until <= now())
      order by position limit 1 for update skip locked
    )
    update review_item set fetched_until = now() + ${seconds}::double precision * interval '1 second'
    from oldest where review_item.id = oldest.id
    returning review_item.*`.execute(db)
  return rows[0]
}

/** Marks a result as fetched, so that nobody gets it again. */
export async function updateResultFetched(
  { db, organizationId }: Tenant,
  id: string,
): Promise<void> {
  await db
    .updateTable('review_item')
    .set({ status: 'FETCHED', fetched_at: new Date(), modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'APPROVED')
    .execute()
}
