import { AppError, conflict, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { ExecutionRow } from '../executions/executions.port.ts'
import { getPipeline } from './get-pipeline.ts'
import { lockPipeline, type PipelineRow } from './pipelines.store.ts'
import { startRun } from './start-run.ts'

export type StartedPipeline = { readonly pipeline: PipelineRow; readonly execution: ExecutionRow }

/** Runs it now, because somebody says so. */
export async function runPipeline(
  ctx: Context,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<StartedPipeline> {
  await getPipeline(ctx, { actor, id }, 'run')
  return runNow(ctx, tenantOf(ctx, actor), id)
}

/** 422 while it is switched off, 409 while it runs. */
export async function runNow(ctx: Context, of: Tenant, id: string): Promise<StartedPipeline> {
  return inTransaction(of, async (tenant) => {
    const pipeline = await lockPipeline(tenant, id)
    if (!pipeline) throw notFound('pipeline')
    if (!pipeline.is_active) throw inactive()
    const execution = await startRun(ctx, tenant, { pipeline, method: 'DIRECT' })
    if (!execution) throw conflict('The pipeline is running already.')
    return { pipeline: { ...pipeline, run_count: pipeline.run_count + 1 }, execution }
  })
}

const inactive = () =>
  new AppError('unprocessable', [
    { code: 'error', detail: 'The pipeline is switched off.', attr: null },
  ])
