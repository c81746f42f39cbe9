import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import type { ExecutionRow } from '../executions.store.ts'

/** How often a deployment was called, and how the last calls went, the last one first. */
export type RunsOfDeployment = {
  readonly count: number
  readonly last: readonly {
    readonly id: string
    readonly status: ExecutionRow['status']
    readonly at: Date
    readonly successfulFiles: number
    readonly failedFiles: number
  }[]
}

const shownRuns = 5

type Row = {
  readonly pipelineId: string
  readonly count: string
  readonly id: string
  readonly status: ExecutionRow['status']
  readonly at: Date
  readonly successfulFiles: number
  readonly failedFiles: number
}

/** Of those of the deployments that were called. */
export async function findRunsOf(
  { db, organizationId }: Tenant,
  deploymentIds: readonly string[],
): Promise<ReadonlyMap<string, RunsOfDeployment>> {
  if (deploymentIds.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select asked.id as "pipelineId", counted.count, last.id, last.status, last.created_at as at,
      last.successful_files as "successfulFiles", last.failed_files as "failedFiles"
    from unnest(${[...deploymentIds]}::uuid[]) as asked (id)
    cross join lateral (
      select count(*) from execution
      where organization_id = ${organizationId} and pipeline_id = asked.id
    ) counted
    cross join lateral (
      select id, status, created_at, successful_files, failed_files from execution
      where organization_id = ${organizationId} and pipeline_id = asked.id
      order by created_at desc, id desc limit ${shownRuns}
    ) last
    order by last.created_at desc, last.id desc`.execute(db)
  const byDeployment = Map.groupBy(rows, ({ pipelineId }) => pipelineId)
  return new Map(
    [...byDeployment].map(([id, last]) => [id, { count: Number(last[0]?.count ?? 0), last }]),
  )
}
