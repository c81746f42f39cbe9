import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { toStorableJson } from '../../../platform/db/sql-text.ts'
import type { StageSeconds } from '../../model-calls/model-calls.port.ts'
import type { DeliveryWait } from '../destination/delivery.ts'
import { buildReviewItemInsert } from '../review/review-item.store.ts'
import type { FileReading } from '../watched/describe-reading.ts'
import { buildWatchedInsert } from '../watched/watched-documents.store.ts'

/**
 * Name of the step under which a suspended file stores the result of its tool, as JSON text that
 * preserves the order of keys. Steps are stored, so the name keeps its older word, `read`.
 */
export const toolStepName = 'executions/read'

/** Builds a query of one part of the result that a suspended file has stored, as JSON. */
export const buildSuspendedPart = (part: 'result' | 'digest') => sql`(
  select (s.result #>> '{}')::json -> ${part}::text from file_step s
  where s.file_execution_id = file_execution.id and s.name = ${toolStepName}
)`

type SuspendRequest = {
  readonly id: string
  readonly workerId: string
  /**
   * The wait for the next delivery attempt; if absent, the file waits for the next step or for
   * review.
   */
  readonly wait?: DeliveryWait | undefined
  /** Reason for review; the file then waits for approval. */
  readonly reason?: string | undefined
  /** Result to be reviewed. */
  readonly result?: unknown
  /** It is recorded if the file goes to review. */
  readonly reading?: FileReading | undefined
  readonly stageSeconds: StageSeconds
}

/**
 * Releases a claimed file that continues later from its stored steps. A file that waits for a step
 * continues immediately if that step was taken in the meantime, and is stopped if its execution was
 * stopped. A review item is stored for a file that needs review.
 */
export async function suspendFile(
  { db, organizationId }: Tenant,
  { id, workerId, wait, reason, result, reading, stageSeconds }: SuspendRequest,
): Promise<boolean> {
  const needsReview = reason !== undefined
  const { rows } = await sql<{ id: string }>`
    with of_file as (
      select e.id, e.status, e.step_to from file_execution f
      join execution e on e.id = f.execution_id
      where f.organization_id = ${organizationId} and f.id = ${id}
      -- A concurrent next step waits for this lock, or its change is visible here. It is no shared
      -- lock: two files that go to review at once both count themselves in this row.
      for no key update of e
    )
    , suspended as (
    update file_execution set worker_id = null, modified_at = now(),
      stage_seconds = ${JSON.stringify(stageSeconds)}::jsonb,
      waits = coalesce(${wait?.waits ?? null}::integer, waits),
      is_in_review = of_file.status <> 'STOPPED' and ${needsReview}::boolean,
      waits_until = case
        when of_file.status = 'STOPPED' then null
        when ${needsReview}::boolean then 'infinity'
        when ${wait?.retryInSeconds ?? null}::double precision is not null
          then now() + ${wait?.retryInSeconds ?? null}::double precision * interval '1 second'
        when of_file.step_to = 'TOOL' then 'infinity' end,
      status = case when of_file.status = 'STOPPED' then 'STOPPED' else file_execution.status end,
      finished_at = case when of_file.status = 'STOPPED' then now() end,
      result = case when of_file.status = 'STOPPED' then ${buildSuspendedPart('result')} end,
      answer_digest = case when of_file.status = 'STOPPED' then ${buildSuspendedPart('digest')} #>> '{}' end
    from of_file
    where file_execution.organization_id = ${organizationId} and file_execution.id = ${id}
      and file_execution.worker_id = ${workerId}
      and file_execution.status in ('PENDING', 'EXECUTING')
    returning file_execution.*
    )
    ${needsReview ? buildReviewItemInsert(reason, toStorableJson(result)) : sql``}
    ${needsReview && reading ? buildWatchedInsert({ organizationId }, { id, reading, part: 'suspended' }) : sql``}
    select id from suspended`.execute(db)
  return rows.length > 0
}
