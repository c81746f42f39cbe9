import { type Selectable, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'
import type { PipelineRow } from '../pipelines.store.ts'

export type ArrivalRow = Selectable<Tables['pipeline_arrival']>
export type ArrivalKind = ArrivalRow['kind']

/** Arrivals that follow each other all the time delay a run by at most so many times the delay of one. */
const maxDelays = 10

type NewArrival = {
  readonly pipelineId: string
  readonly kind: ArrivalKind
  readonly count: number
  readonly example: string | undefined
}

/**
 * Records arrivals, and returns when a run for them may start; `undefined` if the pipeline does not run on arrival or is
 * switched off. Received mails are recorded for every pipeline: nothing else announces them. Arrivals of one kind that wait for the same run are one row. A run that was refused is not tried earlier
 * because of another arrival.
 */
export async function insertArrival(
  { db, organizationId }: Tenant,
  { pipelineId, kind, count, example }: NewArrival,
): Promise<Date | undefined> {
  const text = example === undefined ? null : toStorableText(example)
  const { rows } = await sql<{ due_at: Date }>`
    insert into pipeline_arrival as arrival
      (organization_id, pipeline_id, kind, count, example, due_at)
    select organization_id, id, ${kind}, ${count}::integer, ${text},
      clock_timestamp() + make_interval(secs => arrival_delay_seconds)
    from pipeline
    where organization_id = ${organizationId} and id = ${pipelineId}
      and (${kind} = 'mail' or (runs_on_arrival and is_active))
    on conflict (pipeline_id, kind) where due_at is not null do update set
      count = least(arrival.count::bigint + excluded.count, 2000000000),
      last_at = clock_timestamp(),
      example = coalesce(excluded.example, arrival.example),
      due_at = case when arrival.outcome = 'refused' then arrival.due_at else least(
        excluded.due_at,
        arrival.first_at + ${maxDelays} * (excluded.due_at - clock_timestamp())
      ) end
    returning due_at`.execute(db)
  return rows[0]?.due_at
}

const isDueBy = (now: Date) => sql<boolean>`exists (
  select from pipeline_arrival arrival
  where arrival.pipeline_id = pipeline.id and arrival.due_at <= ${now}
    and (pipeline.runs_on_arrival or arrival.kind = 'mail')
)`

/**
 * Returns an active pipeline with arrivals that are due and none of these, and locks it. Pipelines that others have locked
 * are skipped.
 */
export async function claimPipelineWithArrivals(
  { db }: Installation,
  now: Date,
  busyIds: readonly string[],
): Promise<PipelineRow | undefined> {
  let query = db
    .selectFrom('pipeline')
    .selectAll()
    .where('is_active', '=', true)
    .where(isDueBy(now))
  if (busyIds.length > 0) query = query.where('id', 'not in', busyIds)
  return query.orderBy('id').limit(1).forUpdate().skipLocked().executeTakeFirst()
}

type ArrivalEnd = {
  readonly pipelineId: string
  readonly executionId: string
  /** The run is tried again at this time; undefined if it has started. */
  readonly retryAt?: Date
}

const maxArrivals = 50

/** Records which run the waiting arrivals of a pipeline led to, and deletes the oldest ones. */
export async function closeArrivals(
  { db, organizationId }: Tenant,
  { pipelineId, executionId, retryAt }: ArrivalEnd,
): Promise<void> {
  await db
    .updateTable('pipeline_arrival')
    .set({
      outcome: retryAt ? 'refused' : 'started',
      execution_id: executionId,
      due_at: retryAt ?? null,
    })
    .where('organization_id', '=', organizationId)
    .where('pipeline_id', '=', pipelineId)
    .where('due_at', 'is not', null)
    .execute()
  await db
    .deleteFrom('pipeline_arrival')
    .where('organization_id', '=', organizationId)
    .where('pipeline_id', '=', pipelineId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('pipeline_arrival')
        .select('id')
        .where('pipeline_id', '=', pipelineId)
        .where('due_at', 'is', null)
        .orderBy('first_at', 'desc')
        .orderBy('id')
        .offset(maxArrivals),
    )
    .execute()
}

/** Returns when arrivals are due next after a time. Those of pipelines that are switched off wait. */
export async function findNextDueTime({ db }: Installation, time: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('pipeline_arrival')
    .innerJoin('pipeline', 'pipeline.id', 'pipeline_arrival.pipeline_id')
    .select('pipeline_arrival.due_at')
    .where('pipeline_arrival.due_at', '>', time)
    .where('pipeline.is_active', '=', true)
    .where(({ eb, or }) =>
      or([eb('pipeline.runs_on_arrival', '=', true), eb('pipeline_arrival.kind', '=', 'mail')]),
    )
    .orderBy('pipeline_arrival.due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? undefined
}

/** Returns the ids of the pipelines whose live workflow reads from a connector. */
export async function listReaders(
  { db, organizationId }: Tenant,
  connectorId: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select pipeline.id from pipeline
    join workflow w on w.id = pipeline.workflow_id
    left join workflow_version v on v.workflow_id = w.id and v.version = w.live_version
    where pipeline.organization_id = ${organizationId} and w.organization_id = ${organizationId}
      and case when v.version is null then exists (
        select from workflow_endpoint e
        where e.organization_id = ${organizationId} and e.workflow_id = w.id
          and e.endpoint_type = 'SOURCE' and e.connector_id = ${connectorId}
      ) else v.definition -> 'source' ->> 'connectorId' = ${connectorId} end`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the last arrivals of a pipeline, newest first. */
export async function listArrivals(
  { db, organizationId }: Tenant,
  pipelineId: string,
): Promise<ArrivalRow[]> {
  return db
    .selectFrom('pipeline_arrival')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('pipeline_id', '=', pipelineId)
    .orderBy('last_at', 'desc')
    .orderBy('id')
    .limit(maxArrivals)
    .execute()
}
