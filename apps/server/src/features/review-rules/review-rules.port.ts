/** Public entry of this feature: all that other features may import. */
export { isAutoApproved } from './auto-approval.ts'
export {
  decideReview,
  type ReadValues,
  type ReviewReason,
  type ReviewRules,
} from './decide-review.ts'
export { findDial, isPassing } from './dial/find-dial.ts'
export { reasonOfDial } from './dial/reason-of-dial.ts'
export { findReviewRules, syncTargetOf } from './find-review-rules.ts'
export { findRuledWorkflows } from './review-rules.store.ts'
