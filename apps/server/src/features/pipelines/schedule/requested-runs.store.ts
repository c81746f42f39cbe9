import { sql } from 'kysely'
import type { Installation, Tenant } from '../../../platform/db/database.ts'
import type { PipelineRow } from '../pipelines.store.ts'

/** Requests a run of every pipeline whose live workflow reads from the connector. A request that waits covers this one. */
export async function requestRunsOfSource(
  { db, organizationId }: Tenant,
  connectorId: string,
): Promise<void> {
  await sql`
    update pipeline set run_requested_at = coalesce(run_requested_at, now())
    from workflow w
    left join workflow_version v on v.workflow_id = w.id and v.version = w.live_version
    where pipeline.organization_id = ${organizationId} and w.organization_id = ${organizationId}
      and pipeline.workflow_id = w.id
      and case when v.version is null then exists (
        select from workflow_endpoint e
        where e.organization_id = ${organizationId} and e.workflow_id = w.id
          and e.endpoint_type = 'SOURCE' and e.connector_id = ${connectorId}
      ) else v.definition -> 'source' ->> 'connectorId' = ${connectorId} end`.execute(db)
}

type RequestedFilter = {
  readonly latestRequest: Date
  /** Pipelines are looked for after this one, in the order of their ids. */
  readonly lastId: string | undefined
}

/** Returns the next pipeline with a requested run that no other scheduler has locked; locks it. */
export async function claimRequestedPipeline(
  { db }: Installation,
  { latestRequest, lastId }: RequestedFilter,
): Promise<PipelineRow | undefined> {
  let query = db
    .selectFrom('pipeline')
    .selectAll()
    .where('run_requested_at', '<=', latestRequest)
    .where('is_active', '=', true)
  if (lastId) query = query.where('id', '>', lastId)
  return query.orderBy('id').limit(1).forUpdate().skipLocked().executeTakeFirst()
}

export async function clearRunRequest({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .updateTable('pipeline')
    .set({ run_requested_at: null })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
