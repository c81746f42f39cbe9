import * as api from '@recto/contract/review/review-keys'
import { readAs, useChange } from '../../../shared/api/requests.ts'

/** A key that gives access to the organization's stored approved results. */
export type ReviewKeySummary = {
  readonly id: string
  readonly description: string
  readonly key: string
  readonly isActive: boolean
}

export const reviewKeys = readAs(api.listReviewKeys, {}, (keys) =>
  keys.map(
    ({ api_key: key, is_active: isActive, ...rest }): ReviewKeySummary => ({
      ...rest,
      key,
      isActive,
    }),
  ),
)

const invalidates = [api.listReviewKeys]

export const useCreateReviewKey = () =>
  useChange(api.createReviewKey, {
    invalidates,
    toWire: (description: string) => ({ body: { description } }),
  })

type Changes = {
  readonly id: string
  readonly description?: string
  readonly isActive?: boolean
}

export const useUpdateReviewKey = () =>
  useChange(api.updateReviewKey, {
    invalidates,
    toWire: ({ id, description, isActive }: Changes) => ({
      params: { id },
      body: { description, is_active: isActive },
    }),
  })

export const useDeleteReviewKey = () =>
  useChange(api.deleteReviewKey, { invalidates, toWire: (id: string) => ({ params: { id } }) })
