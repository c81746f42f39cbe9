import type { Installation, Tenant } from '../../../platform/db/database.ts'
import type { PipelineRow, TickRow } from '../pipelines.store.ts'

/**
 * Returns the pipeline that has been due for the longest time and that no other scheduler has
 * locked; locks it.
 */
export async function claimDuePipeline(
  { db }: Installation,
  now: Date,
): Promise<PipelineRow | undefined> {
  return db
    .selectFrom('pipeline')
    .selectAll()
    .where('next_run_at', '<=', now)
    .orderBy('next_run_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

type DueAfterFilter = {
  readonly now: Date
  /** Pipelines are listed after this one, in the order of their ids. */
  readonly lastId: string | undefined
  readonly limit: number
}

export async function listPipelinesDueAfter(
  { db }: Installation,
  { now, lastId, limit }: DueAfterFilter,
): Promise<
  readonly Pick<PipelineRow, 'id' | 'organization_id' | 'cron' | 'time_zone' | 'next_run_at'>[]
> {
  let query = db
    .selectFrom('pipeline')
    .select(['id', 'organization_id', 'cron', 'time_zone', 'next_run_at'])
    .where('next_run_at', '>', now)
  if (lastId) query = query.where('id', '>', lastId)
  return query.orderBy('id').limit(limit).execute()
}

type DueTimeMove = { readonly id: string; readonly dueAt: Date; readonly nextRunAt: Date }

/** Moves the next run of a pipeline unless something else has moved it meanwhile. */
export async function moveDueTime(
  { db, organizationId }: Tenant,
  { id, dueAt, nextRunAt }: DueTimeMove,
): Promise<void> {
  await db
    .updateTable('pipeline')
    .set({ next_run_at: nextRunAt })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('next_run_at', '=', dueAt)
    .execute()
}

type Tick = Pick<TickRow, 'outcome' | 'missed' | 'detail' | 'execution_id'> & {
  readonly pipelineId: string
  readonly dueAt: Date
  /** Next due time. */
  readonly nextRunAt: Date | undefined
}

/** Records the outcome of a due time, and moves the pipeline on to its next one. */
export async function closeTick(
  { db, organizationId }: Tenant,
  { pipelineId, dueAt, nextRunAt, ...tick }: Tick,
): Promise<void> {
  await db
    .insertInto('pipeline_tick')
    .values({ organization_id: organizationId, pipeline_id: pipelineId, due_at: dueAt, ...tick })
    .onConflict((c) => c.columns(['pipeline_id', 'due_at']).doNothing())
    .execute()
  await db
    .updateTable('pipeline')
    .set({ next_run_at: nextRunAt ?? null })
    .where('organization_id', '=', organizationId)
    .where('id', '=', pipelineId)
    .execute()
}
