import type { CustomData } from '@recto/contract/wire'
import type { Tenant } from '../../platform/db/database.ts'
import type { NewFields } from '../../platform/db/fields.ts'
import { storableJson } from '../../platform/db/storable.ts'
import { type ExecutionRow, insertExecution } from './executions.store.ts'
import type { FileCounts } from './files/add-files.ts'
import type { Planned } from './plan-execution.ts'

/** By what a caller names a request, and what it asks for: under one name it is made once. */
export type RequestName = { readonly idempotencyKey: string; readonly requestHash: string }

type Input = {
  readonly planned: Planned
  readonly entity: ExecutionRow['entity']
  readonly deployment?: { readonly id: string; readonly name: string } | undefined
  readonly usesFileHistory?: boolean
  readonly tags?: readonly string[]
  readonly customData?: CustomData | undefined
  readonly userId?: number | null
  /** The channel of the session that asks. */
  readonly logEventsId?: string
  readonly named?: RequestName | undefined
  /** In which queue people look at its files, and what the caller calls them. */
  readonly review?: { readonly queue: string; readonly packet: string | undefined } | undefined
  /** How many files a trial takes. */
  readonly trialFiles?: number | undefined
}

/** Stores an execution of what was planned, which waits for its files. */
export function createExecution(tenant: Tenant, input: Input): Promise<ExecutionRow> {
  return insertExecution(tenant, newExecution(input, { total: 0, isAtOnce: false }))
}

/** The fields of an execution of what was planned, with the files that it begins with. */
export function newExecution(
  input: Input,
  { total, isAtOnce }: FileCounts,
): NewFields<'execution'> {
  const { runnable, planHash } = input.planned
  return {
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
    customData: input.customData && storableJson(input.customData),
    planHash,
    createdBy: input.userId,
    logEventsId: input.logEventsId,
    trialFiles: input.trialFiles,
    idempotencyKey: input.named?.idempotencyKey,
    requestHash: input.named?.requestHash,
    reviewQueue: input.review?.queue,
    reviewPacket: input.review?.packet,
  }
}
