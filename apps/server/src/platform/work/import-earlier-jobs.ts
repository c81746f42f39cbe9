import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { defineEvent } from '../events/events.ts'

/** Published by processes of earlier versions, which enqueue jobs in tables of DBOS. */
export const earlierJobsWaitingEvent = defineEvent({
  name: 'job.waiting',
  payload: z.object({}),
})

/**
 * Moves jobs of earlier versions, which were kept in the schema `dbos`, to the table of this version, and
 * returns their number. While processes of both versions run, the earlier ones keep what they have begun.
 * Schedules are not moved, because a migration has created them again.
 */
export async function importEarlierJobs(db: Db, names: readonly string[]): Promise<number> {
  const { rows } = await sql<{ hasJobs: boolean; hasInputs: boolean }>`
    select to_regclass('dbos.workflow_status') is not null as "hasJobs",
      to_regclass('dbos.workflow_input') is not null as "hasInputs"`.execute(db)
  const [tables] = rows
  if (!tables?.hasJobs) return 0
  const input = tables.hasInputs
    ? sql`coalesce(
        (select inputs from dbos.workflow_input input where input.workflow_uuid = moved.workflow_uuid),
        to_jsonb(moved) ->> 'inputs'
      )`
    : sql`to_jsonb(moved) ->> 'inputs'`
  const { numAffectedRows = 0n } = await sql`
    with moved as (
      update dbos.workflow_status set status = 'CANCELLED'
      where name = any(${names}::text[]) and queue_partition_key is not null and (
        status in ('ENQUEUED', 'DELAYED') or status = 'PENDING'
          and executor_id not in (select executor_id from worker_heartbeat)
      )
      returning *
    )
    insert into work_item (key, kind, organization_id, payload, created_at)
    select workflow_uuid, moved.name, organization.id, (${input})::jsonb -> 'json' -> 0,
      to_timestamp(moved.created_at::text::bigint / 1000.0)
    from moved join organization on organization.id = queue_partition_key::integer
    on conflict (key) do nothing`.execute(db)
  return Number(numAffectedRows)
}
