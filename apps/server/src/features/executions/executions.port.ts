/** The door of this room: all that other rooms may use. */

export { type AwaitedExecution, awaitExecution } from './await-execution.ts'
export { acknowledgeExecutions, type ExecutionRow, findExecution } from './executions.store.ts'
export { readOutcome } from './files/execution-outcome.ts'
export { findRecordedFile, type RecordedFile } from './find-recorded-file.ts'
export { isFinished } from './is-finished.ts'
export { presentResult } from './present-result.ts'
export { runUploads } from './run-uploads.ts'
