import * as api from '@recto/contract/review/review-keys'
import { readAs, useChange } from '../../../shared/api/ask.ts'

/** A key that gives access to the organization's stored approved results. */
export type ShownReviewKey = {
  readonly id: string
  readonly description: string
  readonly key: string
  readonly isActive: boolean
}

export const reviewKeys = readAs(api.listReviewKeys, {}, (keys) =>
  keys.map(
    ({ api_key: key, is_active: isActive, ...rest }): ShownReviewKey => ({
      ...rest,
      key,
      isActive,
    }),
  ),
)

const makesStale = [api.listReviewKeys]

export const useCreateReviewKey = () =>
  useChange(api.createReviewKey, {
    makesStale,
    toWire: (description: string) => ({ body: { description } }),
  })

type Changes = {
  readonly id: string
  readonly description?: string
  readonly isActive?: boolean
}

export const useUpdateReviewKey = () =>
  useChange(api.updateReviewKey, {
    makesStale,
    toWire: ({ id, description, isActive }: Changes) => ({
      params: { id },
      body: { description, is_active: isActive },
    }),
  })

export const useDeleteReviewKey = () =>
  useChange(api.deleteReviewKey, { makesStale, toWire: (id: string) => ({ params: { id } }) })
