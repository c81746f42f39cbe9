import type * as api from '@recto/contract/review/review-keys'
import type { Context } from '../../../platform/context.ts'
import type { ReviewKeyRow } from './review-keys.ts'

/** Presents the key in plain text, for those who manage the review. */
export const presentReviewKey = (
  { vault }: Pick<Context, 'vault'>,
  row: ReviewKeyRow,
): api.ReviewKey => ({
  id: row.id,
  description: row.description,
  api_key: vault.open(row.sealed_key),
  is_active: row.is_active,
})
