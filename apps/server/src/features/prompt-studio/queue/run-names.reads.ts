import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

/** The names that describe a run, and the sessions that wait for it. */
type RunDescription = {
  readonly id: string
  readonly projectId: string
  readonly runId: string
  readonly promptId: string | null
  readonly promptKey: string | null
  readonly documentName: string | null
  readonly sessions: readonly string[]
}

export async function describeRuns(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<readonly RunDescription[]> {
  const { rows } = await sql<RunDescription>`
    select
      studio_run.id,
      studio_run.project_id as "projectId",
      studio_run.run_id as "runId",
      studio_run.prompt_id as "promptId",
      prompt.key as "promptKey",
      prompt_document.name as "documentName",
      array(
        select distinct log_events_id from studio_task
        where studio_task.organization_id = ${organizationId}
          and studio_task.run_ids && array[studio_run.id] and log_events_id is not null
      ) as sessions
    from studio_run
    left join prompt on prompt.id = studio_run.prompt_id
    left join prompt_document on prompt_document.id = studio_run.document_id
    where studio_run.organization_id = ${organizationId} and studio_run.id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}
