import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type BoundJob, bindJob } from '../../../platform/work/jobs.ts'
import type { ScheduleTable } from '../../../platform/work/start-schedules.ts'
import { announceArrivalJob } from '../../connectors/connectors.port.ts'
import { recordRefusedRun } from '../../executions/executions.port.ts'
import type { PipelineRow } from '../pipelines.store.ts'
import { startRun } from '../start-run.ts'
import {
  claimRequestedPipeline,
  clearRunRequest,
  requestRunsOfSource,
} from './requested-runs.store.ts'

type Arrival = { readonly organizationId: number; readonly connectorId: string }

/** Requests runs, because something has arrived at a source. Arrivals during a run lead to one further run. */
const requestRuns = (
  { db }: Pick<Context, 'db'>,
  { organizationId, connectorId }: Arrival,
): Promise<void> => requestRunsOfSource({ db, organizationId }, connectorId)

/** The jobs of sources at which something has arrived. */
export const arrivalJobs: readonly BoundJob<Context>[] = [bindJob(announceArrivalJob, requestRuns)]

/** Arrivals within this time belong to the same run. */
const gatherMilliseconds = 1000

/** Runs that were requested, for the engine that starts what is due. */
export const openRequestedRuns = (ctx: Context): ScheduleTable => ({
  startDue: (now) => startRequestedRuns(ctx, now),
  correctTicks: async () => {},
})

/** Starts the requested runs, except those of pipelines with a run in progress, which stay requested. */
async function startRequestedRuns(ctx: Context, now: Date): Promise<void> {
  const latestRequest = new Date(now.getTime() - gatherMilliseconds)
  for (let lastId: string | undefined; ; ) {
    lastId = await ctx.db.transaction().execute(async (db) => {
      const pipeline = await claimRequestedPipeline({ db }, { latestRequest, lastId })
      if (pipeline) await start(ctx, { db, organizationId: pipeline.organization_id }, pipeline)
      return pipeline?.id
    })
    if (lastId === undefined) return
  }
}

/**
 * Starts the run and takes back the request in one transaction. A mail that arrives meanwhile waits for the row, and then
 * requests another run.
 */
async function start(ctx: Context, tenant: Tenant, pipeline: PipelineRow): Promise<void> {
  const { id, name, workflow_id: workflowId, pipeline_type: entity } = pipeline
  try {
    const run = await startRun(ctx, tenant, { pipeline, method: 'SCHEDULED' })
    if (run) await clearRunRequest(tenant, id)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await recordRefusedRun(tenant, {
      workflowId,
      pipeline: { id, name },
      entity,
      userId: pipeline.created_by,
      reason: error.message,
    })
    await clearRunRequest(tenant, id)
  }
}
