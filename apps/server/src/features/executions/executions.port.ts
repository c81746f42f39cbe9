/** The door of this room: all that other rooms may use. */

export { type AwaitedExecution, awaitExecution } from './await-execution.ts'
export { stopRunning } from './change-run.ts'
export {
  findAppDocument,
  findAppDocuments,
  type GoneDocument,
  type HandedDocument,
  listGoneDocuments,
  removeGoneDocument,
} from './destination/app-documents.store.ts'
export {
  acknowledgeExecutions,
  type ExecutionRow,
  findExecution,
  findNamedExecution,
} from './executions.store.ts'
export { extractedTexts } from './extracted-texts.ts'
export { type ExecutionOutcome, readOutcome } from './files/execution-outcome.ts'
export { findRecordedFile, type RecordedFile } from './find-recorded-file.ts'
export { isFinished } from './is-finished.ts'
export {
  countRunsOf,
  hasUnfinishedRun,
  lastRunsOf,
  type RunInShort,
} from './lists/last-runs.reads.ts'
export { presentWorkflowRun } from './map-execution.ts'
export { findFields } from './plan-execution.ts'
export { presentResult } from './present-result.ts'
export { findLastResults } from './review/last-results.reads.ts'
export { findLastValues } from './review/last-values.reads.ts'
export {
  isOnlyInReview,
  releaseReviewed,
} from './review/release-reviewed.store.ts'
export { runUploads } from './run-uploads.ts'
export { recordRefusedRun, startSourceRun } from './source/start-source-run.ts'
