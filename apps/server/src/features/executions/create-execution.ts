import type { Tenant } from '../../platform/db/database.ts'
import { type ExecutionRow, insertExecution } from './executions.store.ts'
import type { Planned } from './plan-execution.ts'

type Input = {
  readonly planned: Planned
  readonly entity: ExecutionRow['entity']
  readonly deployment?: { readonly id: string; readonly name: string } | undefined
  readonly usesFileHistory?: boolean
  readonly tags?: readonly string[]
  readonly userId?: number | null
}

/** An execution that waits for its files. */
export function createExecution(tenant: Tenant, input: Input): Promise<ExecutionRow> {
  const { runnable, planHash } = input.planned
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
