import { AppError, conflict, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import type { ExecutionRow } from '../executions/executions.port.ts'
import { getPipeline } from './get-pipeline.ts'
import { lockPipeline, type PipelineRow } from './pipelines.store.ts'
import { startRun } from './start-run.ts'

export type StartedPipeline = { readonly pipeline: PipelineRow; readonly execution: ExecutionRow }

type RunPipelineRequest = {
  readonly actor: Actor
  readonly id: string
  /** Whether undelivered and cached results of earlier runs may be used; true by default. */
  readonly reusesResults?: boolean | undefined
}

/** Starts a run immediately, at a user's request. */
export async function runPipeline(
  ctx: Context,
  { actor, id, reusesResults }: RunPipelineRequest,
): Promise<StartedPipeline> {
  await getPipeline(ctx, { actor, id }, 'run')
  return runNow(ctx, tenantOf(ctx, actor), id, reusesResults)
}

/**
 * Starts a run immediately. Throws 422 when the pipeline is switched off, 409 while a run is in
 * progress.
 */
export async function runNow(
  ctx: Context,
  tenant: Tenant,
  id: string,
  reusesResults = true,
): Promise<StartedPipeline> {
  return inTransaction(tenant, async (transaction) => {
    const pipeline = await lockPipeline(transaction, id)
    if (!pipeline) throw notFound('pipeline')
    if (!pipeline.is_active) throw inactive()
    const execution = await startRun(ctx, transaction, {
      pipeline,
      method: 'DIRECT',
      reusesResults,
    })
    if (!execution) throw conflict('The pipeline is already running.')
    return { pipeline: { ...pipeline, run_count: pipeline.run_count + 1 }, execution }
  })
}

const inactive = () =>
  new AppError('unprocessable', [
    { code: 'error', detail: 'The pipeline is switched off.', attr: null },
  ])
