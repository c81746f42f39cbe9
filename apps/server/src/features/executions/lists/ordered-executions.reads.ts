import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import type { Viewer } from '../../../platform/db/visible-rows.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { whereExecutionVisible } from '../visible-executions.reads.ts'

export type ExecutionFilter = {
  readonly id?: string | undefined
  readonly entity?: ExecutionRow['entity'] | undefined
  readonly statuses?: readonly ExecutionRow['status'][] | undefined
  readonly after?: Date | undefined
  readonly before?: Date | undefined
  /** Id of a pipeline or an API deployment. */
  readonly pipelineId?: string | undefined
  readonly workflowId?: string | undefined
  /** A part of a name or of the error message, or an id. */
  readonly text?: string | undefined
  /** Absent for all; otherwise, the list has runs that this person may see. */
  readonly viewer?: Viewer | undefined
}

export type Direction = 'asc' | 'desc'

/** Direction and maximum number of rows read from each index. */
type ScanOptions = { readonly direction: Direction; readonly limit: number }

type ExecutionQuery = SelectQueryBuilder<Tables, 'execution', object>
type Keys = RawBuilder<unknown>

/** A value missing here would be missing from every list. */
const entities: Record<ExecutionRow['entity'], true> = {
  API: true,
  WF: true,
  ETL: true,
  TASK: true,
}
const statuses: Record<ExecutionRow['status'], true> = {
  PENDING: true,
  EXECUTING: true,
  COMPLETED: true,
  STOPPED: true,
  ERROR: true,
}
const allEntities = Object.keys(entities) as ExecutionRow['entity'][]
const allStatuses = Object.keys(statuses) as ExecutionRow['status'][]

/** For the rows of one entity and status, the index `execution_timed` has these durations. */
const timeTaken = sql<string>`finished_at - started_at - make_interval(secs => paused_seconds)`

/** Selects `key` and `id`, oldest or newest first. */
export function selectByAge(
  tenant: Tenant,
  filter: ExecutionFilter,
  { direction, limit }: ScanOptions,
): Keys {
  const scans = buildIndexScans(tenant, filter).map((slice) =>
    slice
      .select(['created_at as key', 'id'])
      .orderBy('created_at', direction)
      .orderBy('id', direction)
      .limit(limit),
  )
  return unionAll(scans)
}

/**
 * Selects `key` and `id` by the duration so far. The few unfinished executions change their order
 * constantly, so they are sorted when read.
 */
export function selectByDuration(
  tenant: Tenant,
  filter: ExecutionFilter,
  options: ScanOptions,
): Keys {
  const { direction, limit } = options
  const finishedScans = buildIndexScans(tenant, filter).map((slice) =>
    slice
      .select([timeTaken.as('key'), 'id'])
      .where('finished_at', 'is not', null)
      .orderBy(timeTaken, direction)
      .orderBy('id', direction)
      .limit(limit),
  )
  const timeSoFar = sql<string>`
    coalesce(paused_at, now()) - started_at - make_interval(secs => paused_seconds)`
  const unfinishedScan = selectExecutions(tenant, filter)
    .select([timeSoFar.as('key'), 'id'])
    .where('finished_at', 'is', null)
    .orderBy(timeSoFar, direction)
    .orderBy('id', direction)
    .limit(limit)
  return unionAll([...finishedScans, unfinishedScan])
}

/**
 * Combines scans that are each in the order of their index; the database merges them and stops when
 * it has enough rows.
 */
export function unionAll(scans: readonly Keys[] | readonly ExecutionQuery[]): Keys {
  return sql`${sql.join(scans as readonly Keys[], sql` union all `)}`
}

/**
 * Builds one query for each range that an index keeps in order: a pipeline or a workflow, otherwise
 * each entity and status.
 */
export function buildIndexScans(tenant: Tenant, filter: ExecutionFilter): ExecutionQuery[] {
  if (filter.id || filter.pipelineId || filter.workflowId) return [selectExecutions(tenant, filter)]
  const statuses = [...new Set(filter.statuses ?? allStatuses)]
  return (filter.entity ? [filter.entity] : allEntities).flatMap((entity) =>
    statuses.map((status) => selectExecutions(tenant, { ...filter, entity, statuses: [status] })),
  )
}

function selectExecutions({ db, organizationId }: Tenant, filter: ExecutionFilter): ExecutionQuery {
  const {
    id,
    entity,
    statuses,
    after: createdFrom,
    before: createdUntil,
    pipelineId,
    workflowId,
    text,
    viewer,
  } = filter
  let query: ExecutionQuery = db
    .selectFrom('execution')
    .where('organization_id', '=', organizationId)
  if (id) query = query.where('id', '=', id)
  if (entity) query = query.where('entity', '=', entity)
  if (statuses?.length === 1) query = query.where('status', '=', statuses[0]!)
  else if (statuses) query = query.where('status', 'in', statuses)
  if (createdFrom) query = query.where('created_at', '>=', createdFrom)
  if (createdUntil) query = query.where('created_at', '<=', createdUntil)
  if (pipelineId) query = query.where('pipeline_id', '=', pipelineId)
  if (workflowId) query = query.where('workflow_id', '=', workflowId)
  if (text) query = query.where(containsText(text))
  return viewer ? query.where(whereExecutionVisible({ organizationId }, viewer)) : query
}

const containsText = (text: string) => sql<SqlBool>`(
  strpos(lower(workflow_name), lower(${text})) > 0
  or strpos(lower(coalesce(pipeline_name, '')), lower(${text})) > 0
  or strpos(lower(error_message), lower(${text})) > 0
  or id::text = lower(${text}) or pipeline_id::text = lower(${text}))`
