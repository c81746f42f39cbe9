import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { keepPlan } from './execution-plans.store.ts'
import { type ExecutionRow, insertExecution } from './executions.store.ts'
import { planExecution } from './plan-execution.ts'

type Input = {
  readonly workflowId: string
  readonly entity: ExecutionRow['entity']
  readonly deployment?: { readonly id: string; readonly name: string } | undefined
  readonly usesFileHistory?: boolean
  readonly tags?: readonly string[]
  readonly userId?: number | null
}

/** An execution that waits for its files. */
export async function createExecution(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  input: Input,
): Promise<ExecutionRow> {
  const { runnable, plan, planHash } = await planExecution(ctx, tenant, input.workflowId)
  await keepPlan(tenant, { plan, planHash })
  return insertExecution(tenant, {
    workflowId: runnable.workflowId,
    workflowName: runnable.workflowName,
    pipelineId: input.deployment?.id,
    pipelineName: input.deployment?.name,
    entity: input.entity,
    status: 'PENDING',
    usesFileHistory: input.usesFileHistory,
    tags: input.tags && [...input.tags],
    planHash,
    createdBy: input.userId,
  })
}
