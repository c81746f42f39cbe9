import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { NoBody } from '../wire/wire.ts'

const KeyPath = z.object({ id: z.uuid() })

export const ReviewKey = z.object({
  id: z.uuid(),
  description: z.string(),
  api_key: z.string(),
  is_active: z.boolean(),
})
export type ReviewKey = z.output<typeof ReviewKey>

const NewReviewKey = z.object({ description: z.string().trim().min(1).max(255) })
const ReviewKeyChanges = z.object({
  description: z.string().trim().min(1).max(255).optional(),
  is_active: z.boolean().optional(),
})

export const listReviewKeys = endpoint({
  method: 'GET',
  path: '/api/keys/',
  who: 'member',
  showsKeys: true,
  reply: z.array(ReviewKey),
})

export const createReviewKey = endpoint({
  method: 'POST',
  path: '/api/key/',
  who: 'member',
  showsKeys: true,
  status: 201,
  body: NewReviewKey,
  reply: ReviewKey,
})

export const updateReviewKey = endpoint({
  method: 'PATCH',
  path: '/api/key/:id/',
  who: 'member',
  showsKeys: true,
  params: KeyPath,
  body: ReviewKeyChanges,
  reply: ReviewKey,
})

export const deleteReviewKey = endpoint({
  method: 'DELETE',
  path: '/api/key/:id/',
  who: 'member',
  status: 204,
  params: KeyPath,
  reply: NoBody,
})

/** Clients ask for them at both places. */
const parent = '/manual_review'
export const listReviewKeysBelow = endpoint({ ...listReviewKeys, path: `${parent}/api/keys/` })
export const createReviewKeyBelow = endpoint({ ...createReviewKey, path: `${parent}/api/key/` })
export const updateReviewKeyBelow = endpoint({ ...updateReviewKey, path: `${parent}/api/key/:id/` })
export const deleteReviewKeyBelow = endpoint({ ...deleteReviewKey, path: `${parent}/api/key/:id/` })

const ApprovedResult = z.object({
  file: z.string(),
  status: z.literal('success'),
  result: z.object({
    output: z.record(z.string(), z.unknown()),
    metadata: z.record(z.string(), z.unknown()),
  }),
  workflow_id: z.uuid(),
  execution_id: z.uuid().nullable(),
  file_execution_id: z.uuid(),
  hitl_queue_name: z.string(),
  hitl_packet_id: z.string().nullable(),
})

/** The oldest approved result that is kept, which is thereby taken. 404 while there is none. */
export const fetchApprovedResult = endpoint({
  method: 'GET',
  path: '/mr/api/:org/approved/result/:workflow_id/',
  who: 'key',
  params: z.object({ org: z.string(), workflow_id: z.uuid() }),
  query: z.object({ hitl_queue_name: z.string().max(50).optional() }),
  reply: z.union([z.object({ data: ApprovedResult }), z.object({ error: z.string() })]),
})
