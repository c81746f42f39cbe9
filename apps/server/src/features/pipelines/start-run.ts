import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import {
  type ExecutionRow,
  hasUnfinishedRun,
  type Idempotency,
  startSourceRun,
} from '../executions/executions.port.ts'
import { countRun, type PipelineRow } from './pipelines.store.ts'

type StartRunRequest = {
  /** Row of the pipeline, locked by the transaction. */
  readonly pipeline: PipelineRow
  readonly method: ExecutionRow['method']
  /** Whether undelivered and cached results may be reused; true by default. */
  readonly reusesResults?: boolean | undefined
  readonly idempotency?: Idempotency | undefined
  readonly isOnArrival?: boolean | undefined
}

/**
 * Creates a run within the transaction that has locked the pipeline. Returns `undefined` while
 * another run is in progress, because both would take the same files.
 */
export async function startRun(
  ctx: Context,
  tenant: Tenant,
  { pipeline, method, reusesResults, idempotency, isOnArrival }: StartRunRequest,
): Promise<ExecutionRow | undefined> {
  const { id, name, workflow_id: workflowId, pipeline_type: entity, created_by: userId } = pipeline
  if (await hasUnfinishedRun(tenant, id)) return undefined
  const { uses_batches: usesBatches } = pipeline
  const run = {
    workflowId,
    pipeline: { id, name },
    entity,
    method,
    userId,
    reusesResults,
    usesBatches,
    idempotency,
    isOnArrival,
  }
  const execution = await startSourceRun(ctx, tenant, run)
  await countRun(tenant, id)
  return execution
}
