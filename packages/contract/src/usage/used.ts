import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

const Counts = {
  calls: z.number().int(),
  /** Calls of models whose price is not known: the cost is without them. */
  unpriced_calls: z.number().int(),
  total_tokens: z.number(),
  /** Includes those that were read from a cache, and those of embeddings. */
  input_tokens: z.number(),
  cached_tokens: z.number(),
  /** Includes those that were used to reason. */
  output_tokens: z.number(),
  reasoning_tokens: z.number(),
  cost_in_dollars: z.number(),
  /**
   * Dollars that were not paid because services read the input from their caches (negative where
   * storing it cost more), because one call answered several questions, and because calls waited in batches.
   */
  saved_by_cache: z.number(),
  saved_by_single_pass: z.number(),
  saved_by_batch: z.number(),
  /** Questions that were answered without a call. */
  embedded_data_answers: z.number().int(),
  layout_answers: z.number().int(),
  built_in_extractor_answers: z.number().int(),
  /** Estimates: these numbers times the average cost of a question; null if no call had a known price. */
  saved_by_embedded_data: z.number().nullable(),
  saved_by_layouts: z.number().nullable(),
  saved_by_built_in_extractor: z.number().nullable(),
}
const Files = {
  pages: z.number().int(),
  files_completed: z.number().int(),
  files_failed: z.number().int(),
  files_stopped: z.number().int(),
}

/**
 * A name that is null is of what is no longer there or, for deployments, of what the reader may not see; an id that
 * is null, of what had none.
 */
const Named = { id: z.string().nullable(), name: z.string().nullable() }

/**
 * Usage of an organization; every list except the days starts with the highest cost and has at most
 * a thousand entries.
 */
export const UsageReport = z.object({
  start_date: z.string(),
  end_date: z.string(),
  /** Says what a question that a call answered has cost on average in the period. */
  average_question_cost: z.number().nullable(),
  days: z.array(z.object({ date: z.string(), ...Counts, ...Files })),
  models: z.array(z.object({ model: z.string(), ...Counts })),
  projects: z.array(z.object({ ...Named, ...Counts, ...Files })),
  /** Includes workflows that were run directly; the entry without an id is the studio. */
  deployments: z.array(z.object({ ...Named, ...Counts, ...Files })),
})
export type UsageReport = z.output<typeof UsageReport>

const idOrNone = z.union([z.uuid(), z.literal('none')], { error: 'Must be an id or “none”.' })

/**
 * Days in UTC, both of them in the period; thirty up to today unless stated. The others restrict the
 * usage to one model, project or deployment; `none` is what had no project, or no deployment.
 */
export const UsedQuery = z.object({
  start_date: z.iso.date().optional(),
  end_date: z.iso.date().optional(),
  model: z.string().min(1).max(200).optional(),
  project: idOrNone.optional(),
  deployment: idOrNone.optional(),
})
export type UsedQuery = z.output<typeof UsedQuery>

export const readUsed = endpoint({
  method: 'GET',
  path: '/metrics/used/',
  who: 'member',
  query: UsedQuery,
  reply: UsageReport,
})

/** CSV: a line for each day, model, project and deployment. */
export const exportUsed = endpoint({
  method: 'GET',
  path: '/metrics/used/export/',
  who: 'member',
  exportsData: true,
  query: UsedQuery,
  reply: z.never(),
})
