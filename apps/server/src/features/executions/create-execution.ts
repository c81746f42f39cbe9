import type { CustomData } from '@recto/contract/wire/wire'
import type { Tenant } from '../../platform/db/database.ts'
import type { NewFields } from '../../platform/db/fields.ts'
import { toStorableJson } from '../../platform/db/sql-text.ts'
import { type ExecutionRow, insertExecution } from './executions.store.ts'
import type { FileCounts } from './files/add-files.ts'
import type { PlannedExecution } from './plan-execution.ts'

/**
 * Key that a caller gives a request, and the hash of its content: a repeated request with both
 * creates no second execution.
 */
export type Idempotency = { readonly idempotencyKey: string; readonly requestHash: string }

type NewExecution = {
  readonly plannedExecution: PlannedExecution
  /** What starts it: `API` a deployment, `WORKFLOW` the page of the workflow, otherwise the kind of the pipeline. */
  readonly entity: ExecutionRow['entity']
  readonly deployment?: { readonly id: string; readonly name: string } | undefined
  readonly usesFileHistory?: boolean
  /** Whether undelivered and cached results may be reused; true by default. */
  readonly reusesResults?: boolean | undefined
  readonly tags?: readonly string[]
  readonly customData?: CustomData | undefined
  readonly userId?: number | null
  /** Socket channel of the session that started the execution. */
  readonly logEventsId?: string
  readonly idempotency?: Idempotency | undefined
  /** Queue in which people review its files, and the caller's name for the packet. */
  readonly review?: { readonly queue: string; readonly packet: string | undefined } | undefined
  /** Number of files that a dry run processes. */
  readonly trialFiles?: number | undefined
  /** Whether the dry run takes the first files and may use earlier results. */
  readonly isPreview?: boolean
}

/** Stores an execution that waits for its files. */
export function createExecution(tenant: Tenant, execution: NewExecution): Promise<ExecutionRow> {
  return insertExecution(tenant, buildExecutionFields(execution, { total: 0, isStarted: false }))
}

/** Builds the database fields of an execution that starts with the given files. */
export function buildExecutionFields(
  execution: NewExecution,
  { total, isStarted }: FileCounts,
): NewFields<'execution'> {
  const { runnable, planHash } = execution.plannedExecution
  return {
    workflowId: runnable.workflowId,
    workflowName: runnable.workflowName,
    // These columns hold the called deployment or pipeline.
    pipelineId: execution.deployment?.id,
    pipelineName: execution.deployment?.name,
    entity: execution.entity,
    status: isStarted ? 'EXECUTING' : 'PENDING',
    startedAt: isStarted ? new Date() : undefined,
    totalFiles: total,
    usesFileHistory: execution.usesFileHistory,
    reusesResults: execution.reusesResults,
    tags: execution.tags && [...execution.tags],
    customData: execution.customData && toStorableJson(execution.customData),
    planHash,
    createdBy: execution.userId,
    logEventsId: execution.logEventsId,
    trialFiles: execution.trialFiles,
    isPreview: execution.isPreview,
    idempotencyKey: execution.idempotency?.idempotencyKey,
    requestHash: execution.idempotency?.requestHash,
    reviewQueue: execution.review?.queue,
    reviewPacket: execution.review?.packet,
  }
}
