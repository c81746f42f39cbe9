import { getReviewProgress } from '@recto/contract/review/review-progress'
import { readAs } from '../../../shared/api/ask.ts'
import { progressFromWire } from './progress.ts'

export const reviewProgress = (classId: string) =>
  readAs(getReviewProgress, { query: { class_name: classId } }, progressFromWire)
