export { ReviewTabs, WorkflowReview } from './ReviewTabs.tsx'
export { reviewableWorkflows } from './review-rules.queries.ts'
