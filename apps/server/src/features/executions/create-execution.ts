import type { Tenant } from '../../platform/db/database.ts'
import { type ExecutionRow, insertExecution } from './executions.store.ts'
import type { FileCounts } from './files/add-files.ts'
import type { Planned } from './plan-execution.ts'

type Input = {
  readonly planned: Planned
  readonly entity: ExecutionRow['entity']
  readonly deployment?: { readonly id: string; readonly name: string } | undefined
  readonly usesFileHistory?: boolean
  readonly tags?: readonly string[]
  readonly userId?: number | null
  /** The files that it begins with; absent, it waits for them. */
  readonly files?: FileCounts
}

/** Stores an execution of what was planned. */
export function createExecution(tenant: Tenant, input: Input): Promise<ExecutionRow> {
  const { runnable, planHash } = input.planned
  const { total, isAtOnce } = input.files ?? { total: 0, isAtOnce: false }
  return insertExecution(tenant, {
    workflowId: runnable.workflowId,
    workflowName: runnable.workflowName,
    pipelineId: input.deployment?.id,
    pipelineName: input.deployment?.name,
    entity: input.entity,
    status: isAtOnce ? 'EXECUTING' : 'PENDING',
    startedAt: isAtOnce ? new Date() : undefined,
    totalFiles: total,
    usesFileHistory: input.usesFileHistory,
    tags: input.tags && [...input.tags],
    planHash,
    createdBy: input.userId,
  })
}
