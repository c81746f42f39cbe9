import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

type DraftFilter = {
  /** Nobody has changed or run the draft since then. */
  readonly cutoff: Date
  readonly limit: number
  readonly id?: string
}

/**
 * Finds drafts of pipelines that nobody has changed or run since `cutoff`. A run that is not finished, for example
 * because its files wait for people, keeps its draft.
 */
export async function findAbandonedDrafts(
  { db, organizationId }: Tenant,
  { cutoff, limit, id }: DraftFilter,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from workflow w
    where w.organization_id = ${organizationId} and w.is_pipeline_draft and w.modified_at < ${cutoff}
      ${id === undefined ? sql`` : sql`and w.id = ${id}`}
      and not exists (
        select from workflow_endpoint e
        where e.organization_id = ${organizationId} and e.workflow_id = w.id
          and e.modified_at >= ${cutoff})
      and not exists (
        select from tool_instance t
        where t.organization_id = ${organizationId} and t.workflow_id = w.id
          and t.modified_at >= ${cutoff})
      and not exists (
        select from execution x
        where x.organization_id = ${organizationId} and x.workflow_id = w.id and x.entity = 'WF'
          and (x.created_at >= ${cutoff} or x.finished_at is null))
    order by w.modified_at, w.id
    limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}
