import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import type { ExecutionRow } from '../executions.store.ts'

export type ExecutionFilter = {
  readonly entity?: ExecutionRow['entity'] | undefined
  readonly statuses?: readonly ExecutionRow['status'][] | undefined
  readonly after?: Date | undefined
  readonly before?: Date | undefined
  /** A pipeline, or an API deployment. */
  readonly pipelineId?: string | undefined
  readonly workflowId?: string | undefined
}

export type Direction = 'asc' | 'desc'

/** How far into an order: all that a page needs of any one index. */
type Reach = { readonly direction: Direction; readonly limit: number }

type Query = SelectQueryBuilder<Tables, 'execution', object>
type Keys = RawBuilder<unknown>

/** What is missing here would be missing in every list. */
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
const everyEntity = Object.keys(entities) as ExecutionRow['entity'][]
const everyStatus = Object.keys(statuses) as ExecutionRow['status'][]

/** For the rows of one entity and status these are in the index `execution_timed`. */
const timeTaken = sql<string>`finished_at - started_at`

/** As `key` and `id`, oldest or newest first. */
export function byAge(tenant: Tenant, filter: ExecutionFilter, { direction, limit }: Reach): Keys {
  const walks = slicesOf(tenant, filter).map((slice) =>
    slice
      .select(['created_at as key', 'id'])
      .orderBy('created_at', direction)
      .orderBy('id', direction)
      .limit(limit),
  )
  return together(walks)
}

/**
 * As `key` and `id`, by the time that they took, or have taken so far. The few that are unfinished
 * change their places all the time, so they are sorted on the way.
 */
export function byDuration(tenant: Tenant, filter: ExecutionFilter, reach: Reach): Keys {
  const { direction, limit } = reach
  const finished = slicesOf(tenant, filter).map((slice) =>
    slice
      .select([timeTaken.as('key'), 'id'])
      .where('finished_at', 'is not', null)
      .orderBy(timeTaken, direction)
      .orderBy('id', direction)
      .limit(limit),
  )
  const timeSoFar = sql<string>`now() - started_at`
  const unfinished = whole(tenant, filter)
    .select([timeSoFar.as('key'), 'id'])
    .where('finished_at', 'is', null)
    .orderBy(timeSoFar, direction)
    .orderBy('id', direction)
    .limit(limit)
  return together([...finished, unfinished])
}

/** Each is in the order of its index; the database merges them and goes no further than it is asked. */
export function together(walks: readonly Keys[] | readonly Query[]): Keys {
  return sql`${sql.join(walks as readonly Keys[], sql` union all `)}`
}

/** The executions that an index has in order: of a pipeline or a workflow, or of one entity and status each. */
export function slicesOf(tenant: Tenant, filter: ExecutionFilter): Query[] {
  if (filter.pipelineId || filter.workflowId) return [whole(tenant, filter)]
  const wanted = [...new Set(filter.statuses ?? everyStatus)]
  return (filter.entity ? [filter.entity] : everyEntity).flatMap((entity) =>
    wanted.map((status) => whole(tenant, { ...filter, entity, statuses: [status] })),
  )
}

function whole({ db, organizationId }: Tenant, filter: ExecutionFilter): Query {
  const { entity, statuses, after, before, pipelineId, workflowId } = filter
  let query: Query = db.selectFrom('execution').where('organization_id', '=', organizationId)
  if (entity) query = query.where('entity', '=', entity)
  if (statuses?.length === 1) query = query.where('status', '=', statuses[0]!)
  else if (statuses) query = query.where('status', 'in', statuses)
  if (after) query = query.where('created_at', '>=', after)
  if (before) query = query.where('created_at', '<=', before)
  if (pipelineId) query = query.where('pipeline_id', '=', pipelineId)
  if (workflowId) query = query.where('workflow_id', '=', workflowId)
  return query
}
