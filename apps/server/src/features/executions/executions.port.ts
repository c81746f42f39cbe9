/** The public entry of this feature module. */

export { type AwaitedExecution, awaitExecution } from './await-execution.ts'
export { stopRunningExecution } from './change-run.ts'
export type { Idempotency } from './create-execution.ts'
export {
  type AppDocument,
  deleteRemovedDocument,
  findAppDocument,
  findAppDocuments,
  listRemovedDocuments,
  type RemovedDocument,
} from './destination/app-documents.store.ts'
export {
  checkTable,
  type TableCheckDependencies,
} from './destination/check-table.ts'
export { executionFinished, isFinished } from './execution-state.ts'
export {
  acknowledgeExecutions,
  type ExecutionRow,
  findExecution,
  findExecutionByIdempotencyKey,
} from './executions.store.ts'
export { type ExecutionOutcome, loadOutcome } from './files/execution-outcome.ts'
export { findFilePaths } from './files/file-executions.store.ts'
export {
  type AnsweredFile,
  findAnsweredFile,
  findProjectOfVersion,
  findWatchedFileNames,
} from './files/watched-files.reads.ts'
export { findRecordedFile, type RecordedFile } from './get-execution.ts'
export {
  countRuns,
  findLastRuns,
  hasUnfinishedRun,
  type RunSummary,
} from './lists/last-runs.reads.ts'
export { presentWorkflowRun } from './map-execution.ts'
export { findPlannedFields } from './plan-execution.ts'
export { presentExecutionResult } from './present-result.ts'
export { readExtractedTexts } from './read-extracted-texts.ts'
export { listLastResults } from './review/last-results.reads.ts'
export { listLastValues } from './review/last-values.reads.ts'
export {
  isOnlyInReview,
  lockExecutionOfFile,
  lockExecutionsOfFiles,
  lockReviewedFile,
  type ReleaseOutcome,
  releaseReviewedFile,
} from './review/release-reviewed.store.ts'
export { runUploads } from './run-uploads.ts'
export {
  findLiveSource,
  findNewFiles,
  isTakenOnArrival,
  type LiveSource,
} from './source/find-new-files.ts'
export { recordRefusedRun, startSourceRun } from './source/start-source-run.ts'
export { listSourceFolders } from './source/walk-source.ts'
export { selectVisibleExecutionIds } from './visible-executions.reads.ts'
export { saveCorrectedFields } from './watched/watched-documents.store.ts'
