import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Paging, pageOf } from '../wire/paging.ts'
import { Timestamp } from '../wire/wire.ts'

const Count = z.number().nullable()

/** Token usage of a run; all five are null if nothing was recorded. */
export const TokenUsage = z.object({
  embedding_tokens: Count,
  prompt_tokens: Count,
  completion_tokens: Count,
  total_tokens: Count,
  cost_in_dollars: Count,
})
export type TokenUsage = z.output<typeof TokenUsage>

export const getTokenUsage = endpoint({
  method: 'GET',
  path: '/usage/get_token_usage/',
  who: 'member',
  query: z.object({ run_id: z.uuid() }),
  reply: TokenUsage,
})

const UsageType = z.enum(['llm', 'embedding'])

/** Usage of one call. */
export const UsageRecord = z.object({
  id: z.uuid(),
  workflow_id: z.uuid().nullable(),
  execution_id: z.uuid().nullable(),
  adapter_instance_id: z.uuid().nullable(),
  /** The file execution in deployments, the run in the studio. */
  run_id: z.string(),
  usage_type: UsageType,
  llm_usage_reason: z.enum(['extraction', 'challenge', 'summarize']).nullable(),
  model_name: z.string(),
  embedding_tokens: z.number(),
  prompt_tokens: z.number(),
  /** Ours: the part of the prompt tokens that the service read from its cache. */
  cached_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
  /** Null when the price of the model is not known. */
  cost_in_dollars: z.number().nullable(),
  /** The execution once more, and what it was marked with; null in the studio. */
  workflow_execution_id: z.uuid().nullable(),
  tag: z.string().nullable(),
  executed_at: Timestamp.nullable(),
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type UsageRecord = z.output<typeof UsageRecord>

const Moment = z.coerce.date().min(new Date('0001-01-01')).max(new Date('9999-12-31'))

/** Days by their name, from the beginning of one (UTC) on. */
export const DateRange = z.enum([
  'today',
  'yesterday',
  'last_2_days',
  'last_7_days',
  'last_30_days',
])
export type DateRange = z.output<typeof DateRange>

const UsageQuery = z.object({
  created_at_gte: Moment.optional(),
  created_at_lte: Moment.optional(),
  /** The same by the names that other clients write, and without the moment itself. */
  created_at__gte: Moment.optional(),
  created_at__lte: Moment.optional(),
  created_at__gt: Moment.optional(),
  created_at__lt: Moment.optional(),
  created_at: Moment.optional(),
  date_range: DateRange.optional(),
  usage_type: UsageType.optional(),
  tag: z.string().max(50).optional(),
  workflow_execution_id: z.uuid().optional(),
  adapter_instance_id: z.uuid().optional(),
})
export type UsageQuery = z.output<typeof UsageQuery>

/** Newest first, unless `ordering` says otherwise. */
export const listUsage = endpoint({
  method: 'GET',
  path: '/usage/',
  who: 'member',
  query: UsageQuery.extend(Paging.shape).extend({
    ordering: z.enum(['created_at', '-created_at']).default('-created_at'),
  }),
  reply: pageOf(UsageRecord),
})

/** Null where nothing was used. */
const Sum = z.number().nullable()

/**
 * Covers the last 24 hours unless days or an execution are given. 400 `client_error` for a period
 * that begins in the future, ends before it begins, or is longer than 60 days.
 */
export const aggregateUsage = endpoint({
  method: 'GET',
  path: '/usage/aggregate/',
  who: 'member',
  query: UsageQuery,
  reply: z.object({
    aggregated_data: z.object({
      total_prompt_tokens: Sum,
      total_completion_tokens: Sum,
      total_tokens: Sum,
      total_cost: Sum,
    }),
    date_range: z.object({ start_date: Timestamp.nullable(), end_date: Timestamp.nullable() }),
  }),
})

/** What an organization has used since its trial began, or since ever where nothing is sold. */
export const getTrialStatistics = endpoint({
  method: 'GET',
  path: '/usage/trial-statistics/',
  who: 'member',
  reply: z.object({
    /** Null where the installation sells nothing, so that there is no trial. */
    trial_start_date: Timestamp.nullable(),
    trial_end_date: Timestamp.nullable(),
    /** Dollars. Calls of models without a known price are not in it. */
    total_cost: z.number(),
    documents_processed: z.number().int(),
    api_calls: z.number().int(),
    etl_runs: z.number().int(),
  }),
})

export const getUsage = endpoint({
  method: 'GET',
  path: '/usage/:id/',
  who: 'member',
  params: z.object({ id: z.uuid() }),
  reply: UsageRecord,
})
