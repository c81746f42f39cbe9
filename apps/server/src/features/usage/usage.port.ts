/** The door of this room: all that other rooms may use. */

export { assertWithinBudget } from './assert-within-budget.ts'
export { openTally, type Tally } from './open-tally.ts'
export { presentUsage } from './present-usage.ts'
export { presentUsageByModel, type UsageByModel } from './present-usage-by-model.ts'
export {
  averageCallOfProject,
  findUsage,
  pageOfUsage,
  totalOfUsage,
  type UsageFilter,
  type UsageOfExecution,
  type UsageRow,
  type UsageTotal,
  usageOfExecution,
} from './usage.reads.ts'
export {
  findCallKeys,
  findUsedCalls,
  insertUsages,
  type NewUsage,
  sumUsage,
  type UsageSum,
  type UsedCall,
} from './usage.store.ts'
export { totalUsage, usageOfRuns } from './usage-of-runs.ts'
