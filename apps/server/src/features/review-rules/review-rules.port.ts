/** Public entry of this feature: all that other features may import. */
export { assertReadable } from './assert-readable.ts'
export { isAutoApproved } from './auto-approval.ts'
export { chooseSample } from './choose-sample.ts'
export {
  decideReview,
  type ReadValues,
  type ReviewReason,
  type ReviewRules,
} from './decide-review.ts'
export { findErrorRateTargets, isPassing } from './dial/find-error-rate-targets.ts'
export { findReasonByErrorRateTarget } from './dial/find-reason-by-error-rate-target.ts'
export { findReviewRules, findSyncTarget } from './find-review-rules.ts'
export { findRuledWorkflows } from './review-rules.store.ts'
