import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import type { ExecutionRow } from '../executions.store.ts'

/** A run of a deployment or a pipeline, as lists of these show it. */
export type RunInShort = {
  readonly id: string
  readonly status: ExecutionRow['status']
  readonly successfulFiles: number
  readonly failedFiles: number
  readonly createdAt: Date
  readonly startedAt: Date | null
}

const shownRuns = 5

/** Of each, by its id: the last five, newest first. */
export async function lastRunsOf(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly RunInShort[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<RunInShort & { readonly of: string }>`
    select one.id as of, run.id, run.status, run.successful_files as "successfulFiles",
      run.failed_files as "failedFiles", run.created_at as "createdAt",
      run.started_at as "startedAt"
    from unnest(${[...ids]}::uuid[]) as one (id)
    cross join lateral (
      select * from execution
      where organization_id = ${organizationId} and pipeline_id = one.id
      order by created_at desc, id desc limit ${shownRuns}
    ) run
    order by run.created_at desc, run.id desc`.execute(db)
  return Map.groupBy(rows, (row) => row.of)
}

/** Of each, by its id: how often it ran. */
export async function countRunsOf(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ readonly id: string; readonly count: string }>`
    select one.id, counted.count
    from unnest(${[...ids]}::uuid[]) as one (id)
    cross join lateral (
      select count(*) from execution
      where organization_id = ${organizationId} and pipeline_id = one.id
    ) counted`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

const isOnlyInReview = sql<boolean>`(not is_listing and exists (
  select from file_execution f where f.execution_id = execution.id and f.is_in_review
) and not exists (
  select from file_execution f where f.execution_id = execution.id
    and f.status in ('PENDING', 'EXECUTING') and not f.is_in_review
))`

/** Whether a run of the pipeline goes on; one whose files people look at holds up no other. */
export async function hasUnfinishedRun(
  { db, organizationId }: Tenant,
  pipelineId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('execution')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('pipeline_id', '=', pipelineId)
    .where('status', 'in', ['PENDING', 'EXECUTING'])
    .where(({ not }) => not(isOnlyInReview))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
