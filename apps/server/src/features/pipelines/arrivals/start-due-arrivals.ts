import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Installation, Tenant } from '../../../platform/db/database.ts'
import { recordRefusedRun } from '../../executions/executions.port.ts'
import type { PipelineRow } from '../pipelines.store.ts'
import { startRun } from '../start-run.ts'
import { claimPipelineWithArrivals, closeArrivals } from './arrivals.store.ts'

/**
 * Starts a run for every pipeline with arrivals that are due, each in its own transaction. Arrivals of a pipeline whose run is
 * in progress keep waiting, so however many there are, one more run follows.
 */
export async function startDueArrivals(
  ctx: Context,
  now: Date,
): Promise<{ readonly busyPipelines: number }> {
  const busyIds: string[] = []
  for (;;) {
    const claim = await ctx.db
      .transaction()
      .execute((db) => startNext(ctx, { db }, { now, busyIds }))
    if (!claim) return { busyPipelines: busyIds.length }
    if (claim.isBusy) busyIds.push(claim.pipelineId)
  }
}

type DueSearch = { readonly now: Date; readonly busyIds: readonly string[] }
type ClaimedPipeline = { readonly pipelineId: string; readonly isBusy: boolean }

async function startNext(
  ctx: Context,
  { db }: Installation,
  { now, busyIds }: DueSearch,
): Promise<ClaimedPipeline | undefined> {
  const pipeline = await claimPipelineWithArrivals({ db }, now, busyIds)
  if (!pipeline) return undefined
  const tenant: Tenant = { db, organizationId: pipeline.organization_id }
  const isStarted = await start(ctx, tenant, pipeline)
  return { pipelineId: pipeline.id, isBusy: !isStarted }
}

/** A run that cannot start, such as one of a plan that is used up, is tried again after this time. */
const refusedRetryMinutes = 10

/** Returns false while a run of the pipeline is in progress. */
async function start(ctx: Context, tenant: Tenant, pipeline: PipelineRow): Promise<boolean> {
  const { id: pipelineId, name, workflow_id: workflowId, pipeline_type: entity } = pipeline
  try {
    const run = await startRun(ctx, tenant, { pipeline, method: 'SCHEDULED', isOnArrival: true })
    if (run) await closeArrivals(tenant, { pipelineId, executionId: run.id })
    return run !== undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const refusedRun = await recordRefusedRun(tenant, {
      workflowId,
      pipeline: { id: pipelineId, name },
      entity,
      userId: pipeline.created_by,
      reason: error.message,
    })
    const retryAt = new Date(Date.now() + refusedRetryMinutes * 60_000)
    await closeArrivals(tenant, { pipelineId, executionId: refusedRun.id, retryAt })
    return true
  }
}
