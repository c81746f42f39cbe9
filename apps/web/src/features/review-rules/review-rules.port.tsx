export { ReviewTabs } from './ReviewTabs.tsx'
export { reviewableWorkflows } from './review-rules.queries.ts'
export { WorkflowReview } from './WorkflowReview.tsx'
