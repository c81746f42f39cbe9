import { type Selectable, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'

export type ListenerRow = Selectable<Tables['pipeline_listener']>

/** A pipeline that runs on arrival, and what its listener depends on. */
export type ListenedPipeline = {
  readonly id: string
  readonly organizationId: number
  readonly workflowId: string
  readonly queueUrl: string | null
  readonly pollMinutes: number
  /** Changes with the pipeline, its workflow, and the connectors of the organization. */
  readonly version: string
}

/** Lists the active pipelines that run on arrival. */
export async function listListenedPipelines(
  { db }: Installation,
  limit: number,
): Promise<readonly ListenedPipeline[]> {
  const { rows } = await sql<ListenedPipeline>`
    select pipeline.id, pipeline.organization_id as "organizationId",
      pipeline.workflow_id as "workflowId", pipeline.arrival_queue as "queueUrl",
      pipeline.arrival_poll_minutes as "pollMinutes",
      concat_ws('/', pipeline.modified_at,
        workflow.live_version, workflow.modified_at,
        (select max(modified_at) from workflow_endpoint
          where workflow_id = pipeline.workflow_id),
        (select max(modified_at) from connector
          where organization_id = pipeline.organization_id)) as version
    from pipeline
    join workflow on workflow.id = pipeline.workflow_id
    where pipeline.runs_on_arrival and pipeline.is_active
    order by pipeline.created_at, pipeline.id limit ${limit}`.execute(db)
  return rows
}

export type ListenerState = Pick<ListenerRow, 'state' | 'problem'>

/** Records how the arrivals of a pipeline are noticed. */
export async function saveListenerState(
  { db, organizationId }: Tenant,
  pipelineId: string,
  { state, problem }: ListenerState,
): Promise<void> {
  await sql`
    insert into pipeline_listener as listener (pipeline_id, organization_id, state, problem)
    select id, organization_id, ${state}, ${problem} from pipeline
    where organization_id = ${organizationId} and id = ${pipelineId}
    on conflict (pipeline_id) do update set state = excluded.state, problem = excluded.problem,
      since = case when listener.state = excluded.state then listener.since
        else excluded.since end`.execute(db)
}

/** Files that a run did not process, although it was started for them, start another one after this time. */
const retryMinutes = 60

/**
 * Records that the source was looked at, and the digest of the new files, if there are any. Returns whether they start a
 * run. It is recorded as little as possible: a process that dies after it has noted them notes them again.
 */
export async function savePoll(
  { db, organizationId }: Tenant,
  pipelineId: string,
  digest: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    update pipeline_listener as listener set polled_at = clock_timestamp(), found = ${digest}::text,
      found_at = case when earlier.is_same then listener.found_at else clock_timestamp() end
    from (
      select pipeline_id, found is not distinct from ${digest}::text
        and found_at > clock_timestamp() - make_interval(mins => ${retryMinutes}) as is_same
      from pipeline_listener
      where organization_id = ${organizationId} and pipeline_id = ${pipelineId}
    ) earlier
    where listener.organization_id = ${organizationId}
      and listener.pipeline_id = earlier.pipeline_id
    returning not coalesce(earlier.is_same, false) as is_new`.execute(db)
  return rows[0]?.is_new ?? false
}

export async function findListener(
  { db, organizationId }: Tenant,
  pipelineId: string,
): Promise<ListenerRow | undefined> {
  return db
    .selectFrom('pipeline_listener')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('pipeline_id', '=', pipelineId)
    .executeTakeFirst()
}
