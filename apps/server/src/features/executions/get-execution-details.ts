import type { ExecutionStep, StageTime } from '@recto/contract/executions/executions'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import {
  type BatchSummary,
  stages as stagesOfRun,
  summarizeBatchCalls,
} from '../model-calls/model-calls.port.ts'
import {
  computeExecutionUsage,
  computeSavedByBatches,
  type ExecutionUsageTotal,
} from '../usage/usage.port.ts'
import { hasCalls } from './destination/destination-calls.store.ts'
import { isFinished } from './execution-state.ts'
import type { ExecutionRow } from './executions.store.ts'
import { getExecution } from './get-execution.ts'
import { countReadPages } from './lists/executions.reads.ts'
import { sumStageTimes } from './lists/stages.reads.ts'
import { findStepState } from './steps.store.ts'

export type ExecutionDetails = {
  readonly execution: ExecutionRow
  /**
   * Last step that was taken of an execution that runs step by step, and whether the step is
   * complete.
   */
  readonly step?: { readonly name: ExecutionStep; readonly isComplete: boolean } | undefined
  readonly cost?: ExecutionCost | undefined
  /** State of its calls that may wait in batches. */
  readonly batch?: BatchProgressOfRun | undefined
  /** Whether it sends calls to an HTTP endpoint. */
  readonly sendsCalls: boolean
  /** Times of the stages; absent while an execution with many files runs. */
  readonly stages?: readonly StageTime[] | undefined
}

/** Maximum number of files whose stages are added up while pages ask for the execution every few seconds. */
const maxFilesWhileRunning = 1000

export type BatchProgressOfRun = BatchSummary & {
  readonly deadline: Date
  /** Dollars that its calls would have cost more outside of batches. */
  readonly saved: number
}

/** Gets everything that the page of an execution shows. */
export async function getExecutionDetails(
  ctx: Pick<Context, 'db'>,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<ExecutionDetails> {
  const execution = await getExecution(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  const [batch, sendsCalls] = await Promise.all([
    getExecutionBatch(tenant, execution),
    hasCalls(tenant, id),
  ])
  const isSmall = execution.total_files <= maxFilesWhileRunning
  const stages =
    isSmall || isFinished(execution) ? await sumStageTimes(tenant, id, stagesOfRun) : undefined
  if (isFinished(execution)) {
    return { execution, batch, sendsCalls, stages, cost: await getExecutionCost(tenant, execution) }
  }
  if (execution.step_to === null) return { execution, batch, sendsCalls, stages }
  const state = await findStepState(tenant, id)
  const step = { name: execution.step_to, isComplete: state?.isComplete ?? false }
  return { execution, step, sendsCalls, stages }
}

async function getExecutionBatch(
  tenant: Tenant,
  { id, batch_deadline: deadline }: ExecutionRow,
): Promise<BatchProgressOfRun | undefined> {
  if (!deadline) return undefined
  const [summary, savedCost] = await Promise.all([
    summarizeBatchCalls(tenant, id),
    computeSavedByBatches(tenant, id),
  ])
  return { ...summary, deadline, saved: savedCost }
}

/** Usage and cost of a number of files. */
export type CostEstimate = {
  readonly files: number
  readonly pages: number
  readonly totalTokens: number
  /** US dollars; null if no call has a known price. */
  readonly cost: number | null
}

export type ExecutionCost = {
  readonly pages: number
  readonly usage: ExecutionUsageTotal
  readonly cost: number | null
  /** Estimated cost of the whole source; only for a dry run. */
  readonly estimate?: CostEstimate
}

/** Computes the usage and the cost of a finished execution; `undefined` while it runs. */
async function getExecutionCost(
  tenant: Tenant,
  execution: ExecutionRow,
): Promise<ExecutionCost | undefined> {
  if (!isFinished(execution)) return undefined
  const [usage, { pages, files }] = await Promise.all([
    computeExecutionUsage(tenant, execution.id),
    countReadPages(tenant, execution.id),
  ])
  const cost = usage.calls > 0 && usage.unpricedCalls === usage.calls ? null : usage.costInDollars
  const totals = { pages, usage, cost }
  const { expected_files: expectedFiles } = execution
  if (expectedFiles === null || files === 0) return totals
  const factor = expectedFiles / files
  const expected = {
    files: expectedFiles,
    pages: Math.round(pages * factor),
    totalTokens: Math.round(usage.totalTokens * factor),
    cost: cost === null ? null : cost * factor,
  }
  return { ...totals, estimate: expected }
}
