import { createHash } from 'node:crypto'
import { AppError, conflict, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import {
  type ExecutionRow,
  findExecutionByIdempotencyKey,
  type Idempotency,
} from '../executions/executions.port.ts'
import { getPipeline } from './get-pipeline.ts'
import { lockPipeline, type PipelineRow } from './pipelines.store.ts'
import { startRun } from './start-run.ts'

export type StartedPipeline = { readonly pipeline: PipelineRow; readonly execution: ExecutionRow }

type RunPipelineRequest = {
  readonly actor: Actor
  readonly id: string
} & RunNowOptions

type RunNowOptions = {
  /** Whether undelivered and cached results of earlier runs may be used; true by default. */
  readonly reusesResults?: boolean | undefined
  /** Key by which the caller identifies the request: repeating it starts no second run. */
  readonly idempotencyKey?: string | undefined
}

/** Starts a run immediately, at a user's request. */
export async function runPipeline(
  ctx: Context,
  { actor, id, ...options }: RunPipelineRequest,
): Promise<StartedPipeline> {
  await getPipeline(ctx, { actor, id }, 'run')
  return runNow(ctx, tenantOf(ctx, actor), id, options)
}

/**
 * Starts a run immediately, or returns the run that the same request has already started. Throws 422 when the pipeline
 * is switched off, 409 while a run is in progress or if another request had the same idempotency key.
 */
export async function runNow(
  ctx: Context,
  tenant: Tenant,
  id: string,
  { reusesResults = true, idempotencyKey }: RunNowOptions = {},
): Promise<StartedPipeline> {
  return inTransaction(tenant, async (transaction) => {
    const pipeline = await lockPipeline(transaction, id)
    if (!pipeline) throw notFound('pipeline')
    const idempotency = identifyRun(idempotencyKey, reusesResults)
    const repeatedRun = await findRepeatedRun(transaction, id, idempotency)
    if (repeatedRun) return { pipeline, execution: repeatedRun }
    if (!pipeline.is_active) throw inactive()
    const execution = await startRun(ctx, transaction, {
      pipeline,
      method: 'DIRECT',
      reusesResults,
      idempotency,
    })
    if (!execution) throw conflict('The pipeline is already running.')
    return { pipeline: { ...pipeline, run_count: pipeline.run_count + 1 }, execution }
  })
}

function identifyRun(
  idempotencyKey: string | undefined,
  reusesResults: boolean,
): Idempotency | undefined {
  if (idempotencyKey === undefined) return undefined
  const requestHash = createHash('sha256').update(JSON.stringify({ reusesResults })).digest('hex')
  return { idempotencyKey, requestHash }
}

async function findRepeatedRun(
  tenant: Tenant,
  pipelineId: string,
  idempotency: Idempotency | undefined,
): Promise<ExecutionRow | undefined> {
  if (!idempotency) return undefined
  const { idempotencyKey, requestHash } = idempotency
  const earlierRun = await findExecutionByIdempotencyKey(tenant, { pipelineId, idempotencyKey })
  if (!earlierRun || earlierRun.request_hash === requestHash) return earlierRun
  throw conflict('This Idempotency-Key was already used for a different request.')
}

const inactive = () =>
  new AppError('unprocessable', [
    { code: 'error', detail: 'The pipeline is switched off.', attr: null },
  ])
