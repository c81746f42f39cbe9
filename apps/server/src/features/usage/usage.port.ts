/** The door of this room: all that other rooms may use. */

export { presentUsage } from './present-usage.ts'
export { type UsageByModel, usageByModel } from './present-usage-by-model.ts'
export { findCallKeys, insertUsage as recordUsage } from './usage.store.ts'
export { usageOfRuns } from './usage-of-runs.ts'
