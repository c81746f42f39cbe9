import type { ReviewType } from '@recto/contract/review/review'

type EmptyText = { readonly title: string; readonly explanation: string }

const intoReview =
  'Documents wait for review when they match the review rules of a workflow, or when an API request names a queue (hitl_queue_name).'

const nothingToReview: EmptyText = {
  title: 'There is nothing to review yet',
  explanation: `The documents that wait for a person appear here. ${intoReview}`,
}
const nothingToApprove: EmptyText = {
  title: 'There is nothing to approve yet',
  explanation: `Documents appear here when their reviewer has finished them, unless their class is approved automatically. ${intoReview}`,
}

/** A screen shows these texts while no workflow has had a document in review. */
export const textsWithoutClass: Record<ReviewType | 'progress', EmptyText> = {
  review: nothingToReview,
  simple_review: nothingToReview,
  approve: nothingToApprove,
  simple_approve: nothingToApprove,
  download: {
    title: 'There is nothing to download yet',
    explanation: `Approved documents that are kept in the queue appear here, as a list and as files of JSON or CSV. ${intoReview}`,
  },
  progress: {
    title: 'There is no progress to show yet',
    explanation: `The numbers of open and approved documents, the work of each person and the most corrected fields appear here. ${intoReview}`,
  },
}

const nextToReview =
  'The next document opens with its pages on the left and its values on the right.'
const nextToApprove =
  'The next document that a reviewer has finished opens with its pages on the left and the reviewed values on the right.'

/** A screen shows these texts while no document is open. */
export const textsWithoutDocument: Record<ReviewType, string> = {
  review: nextToReview,
  simple_review: nextToReview,
  approve: nextToApprove,
  simple_approve: nextToApprove,
  download:
    'The finalized list shows the approved documents that are kept in the queue. “Download” saves all of them in one file.',
}
