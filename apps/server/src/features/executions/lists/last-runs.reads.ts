import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import type { ExecutionRow } from '../executions.store.ts'

/** A run of a deployment or a pipeline, as lists show it. */
export type RunSummary = {
  readonly id: string
  readonly status: ExecutionRow['status']
  readonly successfulFiles: number
  readonly failedFiles: number
  readonly filesInReview: number
  /** Whether it waits for people and nothing else. */
  readonly isWaitingForReview: boolean
  readonly createdAt: Date
  readonly startedAt: Date | null
}

const maxRuns = 5

/** Finds the last five runs of each deployment or pipeline, newest first, by its id. */
export async function findLastRuns(
  { db, organizationId }: Tenant,
  deploymentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RunSummary[]>> {
  if (deploymentIds.length === 0) return new Map()
  const { rows } = await sql<RunSummary & { readonly deploymentId: string }>`
    select deployment.id as "deploymentId", run.id, run.status, run.successful_files as "successfulFiles",
      run.failed_files as "failedFiles", run.in_review_files as "filesInReview",
      run.paused_at is not null as "isWaitingForReview", run.created_at as "createdAt",
      run.started_at as "startedAt"
    from unnest(${[...deploymentIds]}::uuid[]) as deployment (id)
    cross join lateral (
      select * from execution
      where organization_id = ${organizationId} and pipeline_id = deployment.id
      order by created_at desc, id desc limit ${maxRuns}
    ) run
    order by run.created_at desc, run.id desc`.execute(db)
  return Map.groupBy(rows, (row) => row.deploymentId)
}

/** Counts the runs of each deployment or pipeline, by its id. */
export async function countRuns(
  { db, organizationId }: Tenant,
  deploymentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (deploymentIds.length === 0) return new Map()
  const { rows } = await sql<{ readonly id: string; readonly count: string }>`
    select deployment.id, counted.count
    from unnest(${[...deploymentIds]}::uuid[]) as deployment (id)
    cross join lateral (
      select count(*) from execution
      where organization_id = ${organizationId} and pipeline_id = deployment.id
    ) counted`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

const waitsForReview = sql<boolean>`(not is_listing and exists (
  select from file_execution f where f.execution_id = execution.id and f.is_in_review
) and not exists (
  select from file_execution f where f.execution_id = execution.id
    and f.status in ('PENDING', 'EXECUTING') and not f.is_in_review
))`

/**
 * Whether a run of the pipeline is unfinished. A run whose files all wait for review does not block
 * other runs.
 */
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
    .where(({ not }) => not(waitsForReview))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
