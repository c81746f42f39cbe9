/** The door of this room: all that other rooms may use. */

export { awaitExecution } from './await-execution.ts'
export { acknowledge, type ExecutionRow, findExecution } from './executions.store.ts'
export { isFinished } from './is-finished.ts'
export { presentResult, type Shown } from './present-result.ts'
export { runUploads } from './run-uploads.ts'
