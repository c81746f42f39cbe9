/** Public entry of this feature: all that other features may import. */
export { assertMayRun } from './assert-may-run.ts'
export { isPaying } from './billing.store.ts'
export { findTrial } from './get-subscription.ts'
export { countTextPagesBeyondPlan } from './metering/allowance.ts'
export { findTextSubscription } from './text-plan.ts'
