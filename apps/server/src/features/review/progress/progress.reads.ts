import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

export type DayOfPerson = {
  readonly day: string
  readonly userId: number | null
  readonly finished: number
  readonly approved: number
  readonly returned: number
}

/** Maximum number of rows shown, by day and person and by field. */
const maxDayRows = 3000
const maxFieldRows = 500

/** Counts events by day and person for the last 30 days, newest first. */
export async function countByDay(
  { db, organizationId }: Tenant,
  workflowId: string,
): Promise<DayOfPerson[]> {
  const { rows } = await sql<DayOfPerson>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, user_id as "userId",
      greatest(
        count(*) filter (where kind = 'finished') - count(*) filter (where kind = 'undone'), 0
      )::integer as finished,
      greatest(
        count(*) filter (where kind = 'approved') - count(*) filter (where kind = 'withdrawn'), 0
      )::integer as approved,
      count(*) filter (where kind in ('returned', 'rejected'))::integer as returned
    from review_event
    where organization_id = ${organizationId} and workflow_id = ${workflowId}
      and at > now() - interval '30 days'
      and kind in ('finished', 'undone', 'approved', 'withdrawn', 'returned', 'rejected')
    group by 1, 2 order by 1 desc, 2 limit ${maxDayRows}`.execute(db)
  return rows
}

/**
 * Returns the median time from fetching to finishing, per field of the document; null before any
 * review was finished.
 */
export async function medianSecondsOfField(
  { db, organizationId }: Tenant,
  workflowId: string,
): Promise<number | null> {
  const { rows } = await sql<{ median: number | null }>`
    select percentile_cont(0.5) within group (order by
      extract(epoch from finished.at - taken.at) / greatest(fields.count, 1)
    )::double precision as median
    from review_event finished
    join review_item item on item.id = finished.item_id
    cross join lateral (
      select count(*) from json_object_keys(
        case when json_typeof(item.result -> 'output') = 'object' then item.result -> 'output' else '{}' end
      )
    ) fields
    cross join lateral (
      select at from review_event
      where item_id = finished.item_id and kind = 'taken' and at <= finished.at
      order by at desc limit 1
    ) taken
    where finished.organization_id = ${organizationId} and finished.workflow_id = ${workflowId}
      and finished.kind = 'finished' and finished.at > now() - interval '30 days'`.execute(db)
  return rows[0]?.median ?? null
}

export type FieldProgress = {
  readonly field: string
  readonly reviewed: number
  readonly changed: number
}

/**
 * Counts how often people changed what the machine had read, the most often changed field first.
 */
export async function countChangedFields(
  { db, organizationId }: Tenant,
  workflowId: string,
): Promise<FieldProgress[]> {
  const { rows } = await sql<FieldProgress>`
    select field.key as field, count(*)::integer as reviewed,
      count(*) filter (
        where field.value::jsonb is distinct from (item.machine_result -> 'output' -> field.key)::jsonb
      )::integer as changed
    from review_item item
    cross join lateral json_each(
      case when json_typeof(item.result -> 'output') = 'object' then item.result -> 'output' else '{}' end
    ) field
    where item.organization_id = ${organizationId} and item.workflow_id = ${workflowId}
      and item.status in ('FINISHED', 'APPROVED', 'FETCHED')
      and item.modified_at > now() - interval '30 days'
    group by 1 order by 3 desc, 2, 1 limit ${maxFieldRows}`.execute(db)
  return rows
}
