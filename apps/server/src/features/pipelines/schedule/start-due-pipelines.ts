import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Installation, Tenant } from '../../../platform/db/database.ts'
import { nextDue, type Timetable } from '../../../platform/work/timetable.ts'
import { recordRefusedRun } from '../../executions/executions.port.ts'
import type { PipelineRow, TickRow } from '../pipelines.store.ts'
import { startRun } from '../start-run.ts'
import { claimDuePipeline, closeTick } from './due-pipelines.store.ts'

/**
 * Starts every due pipeline, each in its own transaction: if that fails, the time stays due and
 * nothing is done twice. Returns how many were due.
 */
export async function startDuePipelines(ctx: Context, now: Date): Promise<number> {
  let count = 0
  while (await ctx.db.transaction().execute((db) => startNext(ctx, { db }, now))) count++
  return count
}

/** Starts the next due pipeline; returns false when none is due. */
async function startNext(ctx: Context, { db }: Installation, now: Date): Promise<boolean> {
  const pipeline = await claimDuePipeline({ db }, now)
  if (!pipeline?.next_run_at) return false
  const dueAt = pipeline.next_run_at
  const tenant: Tenant = { db, organizationId: pipeline.organization_id }
  const timetable = { cron: pipeline.cron ?? '', timeZone: pipeline.time_zone }
  const { missed: missedTicks, next } = timesUntil(timetable, dueAt, now)
  const outcome = await start(ctx, tenant, pipeline)
  await closeTick(tenant, {
    pipelineId: pipeline.id,
    dueAt,
    nextRunAt: next,
    missed: missedTicks,
    ...outcome,
  })
  return true
}

/**
 * Missed times are counted only up to this number; after such a long outage the exact number is of
 * no use.
 */
const maxMissed = 10_000

/**
 * Returns the number of later due times that were missed as well, for which this run also stands,
 * and the next due time.
 */
function timesUntil(timetable: Timetable, dueAt: Date, now: Date) {
  let missedTicks = 0
  let next = nextDue(timetable, dueAt)
  while (next && next <= now) {
    missedTicks++
    next = missedTicks < maxMissed ? nextDue(timetable, next) : nextDue(timetable, now)
  }
  return { missed: missedTicks, next }
}

type Outcome = Pick<TickRow, 'outcome' | 'detail' | 'execution_id'>

async function start(ctx: Context, tenant: Tenant, pipeline: PipelineRow): Promise<Outcome> {
  try {
    const run = await startRun(ctx, tenant, { pipeline, method: 'SCHEDULED' })
    if (run) return { outcome: 'started', detail: null, execution_id: run.id }
    const detail = 'The previous run was still in progress.'
    return { outcome: 'overlapped', detail, execution_id: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Records the refused run as an execution, so that it appears in the list of runs and in
    // notifications.
    const { id, name, workflow_id: workflowId, pipeline_type: entity } = pipeline
    const refusedRun = await recordRefusedRun(tenant, {
      workflowId,
      pipeline: { id, name },
      entity,
      userId: pipeline.created_by,
      reason: error.message,
    })
    return { outcome: 'refused', detail: error.message, execution_id: refusedRun.id }
  }
}
