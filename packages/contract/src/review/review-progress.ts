import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { ReviewRuleFields } from './review-rules.ts'

const Count = z.number().int()

const Progress = z.object({
  days: z.array(
    z.object({
      day: z.string(),
      who: z.string().nullable(),
      finished: Count,
      approved: Count,
      returned: Count,
    }),
  ),
  /** Median review time per field, from fetching an item to finishing it. */
  median_seconds_a_field: z.number().nullable(),
  /** How often people have changed what the machine had read: weakest fields first. */
  fields: z.array(z.object({ field: z.string(), reviewed: Count, changed: Count })),
})

export type ReviewProgress = z.output<typeof Progress>

/** Covers the last 30 days. */
export const getReviewProgress = endpoint({
  method: 'GET',
  path: '/manual_review/progress/',
  who: 'member',
  query: z.object({ class_name: z.string().min(1).max(255) }),
  reply: Progress,
})

/** What rules would catch of the last 50 files of their workflow, before they are saved. */
export const tryReviewRule = endpoint({
  method: 'POST',
  path: '/manual_review/db_rules/try/',
  who: 'member',
  body: ReviewRuleFields,
  reply: z.object({
    tested: Count,
    caught: Count,
    files: z.array(
      z.object({ file_name: z.string(), is_caught: z.boolean(), reason: z.string().nullable() }),
    ),
  }),
})
