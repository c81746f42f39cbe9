/** Public entry of this feature: all that other features may import. */

export {
  type AnswersWithoutCall,
  insertAnswersWithoutCall,
} from './answers-without-call.store.ts'
export { assertWithinBudget } from './assert-within-budget.ts'
export { presentUsage, presentUsageByModel, type UsageByModel } from './present-usage.ts'
export { type RunUsage, sumUsageByRun, totalUsage } from './sum-usage-by-run.ts'
export {
  computeAverageCallCost,
  computeExecutionUsage,
  computeSavedByBatches,
  computeUsageTotal,
  type ExecutionUsageTotal,
  findUsage,
  listUsageRows,
  type UsageFilter,
  type UsageRow,
  type UsageTotal,
} from './usage.reads.ts'
export {
  type CallSum,
  findCallKeys,
  findUsedCalls,
  insertUsages,
  type NewUsage,
  sumCalls,
  sumCallsOfStep,
  sumUsage,
  type UsageSum,
  type UsedCall,
} from './usage.store.ts'
export { createUsageTally, type UsageTally } from './usage-tally.ts'
