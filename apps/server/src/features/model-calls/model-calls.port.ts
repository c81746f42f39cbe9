/** Public entry of this feature: all that other features may import. */
export { askAddress } from './ask-address.ts'
export {
  type BatchSummary,
  summarizeBatchCalls,
  withdrawBatchCalls,
} from './batches/batch-calls.store.ts'
export { gatherBatchesJob, runBatchJob, sweepCallsJob } from './batches/batches.jobs.ts'
export { gatherBatches, type WakeRuns } from './batches/gather-batches.ts'
export { runBatch } from './batches/run-batch.ts'
export { sweepCalls } from './batches/sweep-calls.ts'
export { boundEmbeddingCost, boundLlmCost } from './bound-call-cost.ts'
export {
  type CallBatching,
  type CallContext,
  type CallRetry,
  type CallToReserve,
  type ReservedCall,
  type RunStep,
  releaseCpuWhile,
  runStep,
  toCallKey,
} from './call-context.ts'
export { callModel } from './call-model.ts'
export { countAnswersWithoutCall } from './count-answers-without-call.ts'
export { deleteCallsOfExecutions } from './delete-calls-of-executions.ts'
export { deleteEmbeddingReplies, embedTexts } from './embed-texts.ts'
export { extractText, withReadingLock } from './extract-text.ts'
export { maskInProcess, type TextsToMask } from './masking/mask-in-place.ts'
export { maskedImagesError, maskRequest } from './masking/mask-request.ts'
export { type MaskingRules, openMasking } from './masking/open-masking.ts'
export { valuesToMask } from './masking/values-to-mask.ts'
export { presentSentTexts } from './present-sent-texts.ts'
export { findRecordedCalls, getStepName, type RecordedCall } from './recorded-calls.ts'
export { createRetryPatience } from './retry-patience.ts'
export {
  findRecordedRuns,
  findRunRecords,
  hashValue,
  type RecordedRun,
  type RunRecord,
  saveRunRecords,
} from './run-records.store.ts'
export {
  createStageClock,
  type StageClock,
  type StageSeconds,
  stages,
  timeStage,
} from './stage-clock.ts'
