/** The door of this room: all that other rooms may use. */
export { insertUsage as recordUsage, type NewUsage } from './usage.store.ts'
export { type UsageByModel, usageByModel } from './usage-by-model.ts'
export { noUsage, usageOfRun, usageOfRuns } from './usage-of-runs.ts'
