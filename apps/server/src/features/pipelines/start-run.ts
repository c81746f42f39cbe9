import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import {
  type ExecutionRow,
  hasUnfinishedRun,
  startSourceRun,
} from '../executions/executions.port.ts'
import { countRun, type PipelineRow } from './pipelines.store.ts'

type Input = {
  /** Locked by the transaction. */
  readonly pipeline: PipelineRow
  readonly method: ExecutionRow['method']
}

/**
 * Makes a run of a pipeline as a part of the transaction that holds its row. `undefined` while one goes
 * on: two would take the same files.
 */
export async function startRun(
  ctx: Context,
  tenant: Tenant,
  { pipeline, method }: Input,
): Promise<ExecutionRow | undefined> {
  const { id, name, workflow_id: workflowId, pipeline_type: entity, created_by: userId } = pipeline
  if (await hasUnfinishedRun(tenant, id)) return undefined
  const run = { workflowId, pipeline: { id, name }, entity, method, userId }
  const execution = await startSourceRun(ctx, tenant, run)
  await countRun(tenant, id)
  return execution
}
