import type { Tenant } from '../../../platform/db/database.ts'
import { type totalUsage, usageOfRuns } from '../../usage/usage.port.ts'
import { findPlanInShort, type PlanInShort } from '../execution-plans.store.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { findFileExecutionsOf } from './file-executions.store.ts'
import type { FileWithResult } from './settled-file.ts'

type RunUsage = ReturnType<typeof totalUsage>

/** A finished execution with what came of its files. */
export type ExecutionOutcome = {
  readonly execution: ExecutionRow
  readonly plan: PlanInShort
  /** In the order in which they were given. */
  readonly files: readonly { readonly file: FileWithResult; readonly usage: RunUsage }[]
}

export async function readOutcome(
  tenant: Tenant,
  execution: ExecutionRow,
): Promise<ExecutionOutcome> {
  const [files, plan] = await Promise.all([
    findFileExecutionsOf(tenant, execution.id),
    findPlanInShort(tenant, execution),
  ])
  const usages = await usageOfRuns(
    tenant,
    files.map(({ id }) => id),
  )
  return { execution, plan, files: files.map((file) => ({ file, usage: usages.get(file.id) })) }
}
