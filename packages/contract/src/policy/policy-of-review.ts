type ReviewPolicies<Line> = {
  /** Roles that review values. */
  readonly everyReviewer: Line
  /** Roles that approve finished reviews and define what is reviewed. */
  readonly approvers: Line
  /** The same, and keys of the platform API. */
  readonly approversAndKeys: Line
  /** Roles that build workflows; they may read which of their documents are reviewed. */
  readonly readers: Line
  readonly key: Line
}

/** The part of the policy that is about what people look at before it is delivered. */
export const reviewPolicies = <Line>({
  everyReviewer,
  approvers,
  approversAndKeys,
  readers,
  key,
}: ReviewPolicies<Line>): Readonly<Record<string, Line>> => ({
  'GET /manual_review/db_rules/workflow/:workflow_id/': readers,
  'GET /manual_review/db_rules/workflows/': approvers,
  'GET /manual_review/db_rules/fields/:workflow_id/': readers,
  'POST /manual_review/db_rules/': approversAndKeys,
  'PATCH /manual_review/db_rules/:id/': approversAndKeys,
  'GET /manual_review/settings/workflow/:workflow_id/': readers,
  'POST /manual_review/settings/': approversAndKeys,
  'PATCH /manual_review/settings/:id/': approversAndKeys,
  'GET /manual_review/auto_approval_settings/': approversAndKeys,
  'POST /manual_review/auto_approval_settings/': approvers,
  'POST /manual_review/db_rules/try/': approvers,
  'GET /manual_review/dial/:workflow_id/': readers,

  'GET /manual_review/document_classes/': everyReviewer,
  'GET /manual_review/document_classes_api/': everyReviewer,
  'GET /manual_review/next/': everyReviewer,
  'GET /manual_review/next_api/': everyReviewer,
  'GET /manual_review/upcoming/': everyReviewer,
  'POST /manual_review/return_to_queue/': everyReviewer,
  'GET /manual_review/queue_details/': everyReviewer,
  'POST /manual_review/finish_review/': everyReviewer,
  'POST /manual_review/undo_finish/': everyReviewer,
  'PATCH /manual_review/edited_data/': everyReviewer,
  'POST /manual_review/finish_review_api/': everyReviewer,
  'GET /manual_review/items/:id/file/': everyReviewer,
  'GET /manual_review/items/:id/pages/': everyReviewer,
  'GET /manual_review/items/:id/page/': everyReviewer,
  'GET /manual_review/items/:id/words/': everyReviewer,
  'GET /manual_review/items/:id/rows/': everyReviewer,
  'GET /manual_review/items/:id/search/': everyReviewer,
  'GET /manual_review/items/:id/lookup-rows/': everyReviewer,
  'GET /manual_review/items/:id/events/': everyReviewer,
  'POST /manual_review/approve/': approvers,
  'POST /manual_review/undo_approval/': approvers,
  'GET /manual_review/approved_queue_details/': approvers,
  'GET /manual_review/approved_queue_item/': approvers,
  'GET /manual_review/approved_queue_download/': approvers,
  'GET /manual_review/progress/': approvers,

  'GET /api/keys/': approvers,
  'POST /api/key/': approvers,
  'PATCH /api/key/:id/': approvers,
  'DELETE /api/key/:id/': approvers,
  'GET /manual_review/api/keys/': approvers,
  'POST /manual_review/api/key/': approvers,
  'PATCH /manual_review/api/key/:id/': approvers,
  'DELETE /manual_review/api/key/:id/': approvers,
  'GET /mr/api/:org/approved/result/:workflow_id/': key,
})
