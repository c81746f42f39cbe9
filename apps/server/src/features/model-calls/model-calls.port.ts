/** The door of this room: all that other rooms may use. */
export { askAddress } from './ask-address.ts'
export { type CallContext, runStep, type Step, waitOutside } from './call-context.ts'
export { callModel } from './call-model.ts'
export { embedTexts, forgetEmbedding } from './embed-texts.ts'
export { extractText, payReadingOnce } from './extract-text.ts'
export { forgetModelCalls } from './forget-model-calls.ts'
export { maskInPlace, type TextsToMask } from './masking/mask-in-place.ts'
export { maskRequest } from './masking/mask-request.ts'
export { type MaskingRules, openMasking } from './masking/open-masking.ts'
export { valuesToMask } from './masking/values-to-mask.ts'
export { findRecordedCalls, type RecordedCall, stepOf } from './recorded-calls.ts'
export {
  findRecordedRuns,
  findRunRecords,
  hashOfValue,
  keepRunRecords,
  type RecordedRun,
  type RunRecord,
} from './run-records.store.ts'
export { sentTexts } from './sent-texts.ts'
