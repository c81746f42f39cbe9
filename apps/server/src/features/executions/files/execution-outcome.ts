import type { Tenant } from '../../../platform/db/database.ts'
import { type RunUsage, sumUsageByRun, totalUsage } from '../../usage/usage.port.ts'
import type { ExecutionPlan } from '../execution-plans.store.ts'
import { findPlanSummary, type PlanSummary, summarizePlan } from '../execution-plans.store.ts'
import { isFinished } from '../execution-state.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { type FileWithResult, findFilesOfExecution } from './file-executions.store.ts'
import type { FinishedFile } from './run-file.store.ts'

type FileUsage = RunUsage | undefined

/** An execution that has finished, or waits only for reviews, with the outcomes of its files. */
export type ExecutionOutcome = {
  readonly execution: ExecutionRow
  readonly plan: PlanSummary
  /** Files in the order of the request. */
  readonly files: readonly { readonly file: FileWithResult; readonly usage: FileUsage }[]
}

export async function loadOutcome(
  tenant: Tenant,
  execution: ExecutionRow,
): Promise<ExecutionOutcome> {
  const [files, plan] = await Promise.all([
    findFilesOfExecution(tenant, execution.id),
    findPlanSummary(tenant, execution),
  ])
  const usages = await sumUsageByRun(
    tenant,
    files.map(({ id }) => id),
  )
  return { execution, plan, files: files.map((file) => ({ file, usage: usages.get(file.id) })) }
}

/**
 * Builds the outcome of an execution from files that this process has run, without loading them;
 * `undefined` when a file was suspended, such as for review, or taken over by another worker, or when
 * the execution has not finished with them.
 */
export function buildOutcome(
  plan: ExecutionPlan,
  files: readonly (FinishedFile | undefined)[],
): ExecutionOutcome | undefined {
  const finishedFiles = files.filter((file) => file !== undefined)
  if (finishedFiles.length < files.length) return undefined
  // The finished execution comes only with the file that finished last.
  const lastFile = finishedFiles.find(({ execution }) => isFinished(execution))
  if (!lastFile) return undefined
  return {
    execution: lastFile.execution,
    plan: summarizePlan(plan),
    files: finishedFiles.map(({ file, usage }) => ({ file, usage: totalUsage(usage) })),
  }
}
