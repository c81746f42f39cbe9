import type { ExecutionPlan } from '../../../platform/db/tables/executions.ts'
import { totalUsage } from '../../usage/usage.port.ts'
import { shorten } from '../execution-plans.store.ts'
import { isFinished } from '../is-finished.ts'
import type { ExecutionOutcome } from './execution-outcome.ts'
import type { SettledFile } from './settled-file.ts'

/**
 * What came of an execution whose files were all settled here; `undefined` when one was not: then the
 * store knows.
 */
export function gatherOutcome(
  plan: ExecutionPlan,
  all: readonly (SettledFile | undefined)[],
): ExecutionOutcome | undefined {
  const settled = all.filter((one) => one !== undefined)
  if (settled.length < all.length) return undefined
  const last = settled.find(({ execution }) => isFinished(execution))
  if (!last) return undefined
  const files = settled.map(({ file, used }) => ({ file, usage: totalUsage(used) }))
  return { execution: last.execution, plan: shorten(plan), files }
}
