/** The door of this room: all that other rooms may use. */

export { awaitExecution, isFinished } from './await-execution.ts'
export { createExecution } from './create-execution.ts'
export { acknowledge, type ExecutionRow, findExecution } from './executions.store.ts'
export { presentResult, type Shown } from './present-result.ts'
export { startExecution } from './start-execution.ts'
