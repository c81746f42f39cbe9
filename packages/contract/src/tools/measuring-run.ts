import { z } from 'zod'
import { Timestamp } from '../wire/wire.ts'

const Count = z.number().int()

/** These fields belong to a search for better prompts and to a comparison of profiles alike. */
export const RunFields = z.object({
  id: z.uuid(),
  /** `stopped`: the budget was used up. A new run pays only for what is not answered yet. */
  state: z.enum(['waiting', 'running', 'done', 'stopped', 'failed', 'cancelled']),
  fields: Count,
  fields_done: Count,
  budget_calls: Count,
  budget_dollars: z.number().nullable(),
  calls_used: Count,
  /** Null if the price of the calls is not known. */
  cost_in_dollars: z.number().nullable(),
  /** What the calls have cost, or may still cost if their cost is not known; null without a limit of money. */
  reserved_dollars: z.number().nullable(),
  error: z.string().nullable(),
  created_by: z.string().nullable(),
  created_at: Timestamp,
  ended_at: Timestamp.nullable(),
})
export type MeasuringRunReply = z.output<typeof RunFields>
