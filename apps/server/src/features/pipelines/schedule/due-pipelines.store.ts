import { sql } from 'kysely'
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

/** Returns the time of the database, which is the clock of all schedulers. */
export async function databaseTime({ db }: Installation): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date()
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
