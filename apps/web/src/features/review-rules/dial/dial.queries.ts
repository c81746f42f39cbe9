import { getReviewDial } from '@recto/contract/review/review-dial'
import { readAs } from '../../../shared/api/ask.ts'
import { dialFromWire } from './review-dial.ts'

export const dialOf = (workflowId: string) =>
  readAs(getReviewDial, { params: { workflow_id: workflowId } }, dialFromWire)
