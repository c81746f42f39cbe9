/** The door of this room: all that other rooms may use. */

export { type AwaitedExecution, awaitExecution } from './await-execution.ts'
export { type ExecutionOutcome, readOutcome } from './execution-outcome.ts'
export { acknowledgeExecutions, type ExecutionRow, findExecution } from './executions.store.ts'
export { isFinished } from './is-finished.ts'
export { presentResult, type Shown } from './present-result.ts'
export { runUploads } from './run-uploads.ts'
