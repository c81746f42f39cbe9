/** The door of this room: all that other rooms may use. */
export { assertMayRun } from './assert-may-run.ts'
export { isPaying } from './billing.store.ts'
export { findTextSubscription } from './text-plan.ts'
