import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Timestamp } from '../wire/wire.ts'

/** What an organization may spend on calls of models in a month (UTC), and what it has. */
export const MonthlyBudget = z.object({
  /** Null where there is no budget. */
  dollars: z.number().nullable(),
  /** Percentage of the budget at which its subscribers are notified. */
  warn_percent: z.number().int(),
  /** Whether no paid call begins once it is spent. */
  stops_calls: z.boolean(),
  /** Whether that is so now. */
  is_stopped: z.boolean(),
  month: z.object({
    starts_at: Timestamp,
    ends_at: Timestamp,
    calls: z.number().int(),
    /** Calls of models whose price is not known: the cost is without them. */
    unpriced_calls: z.number().int(),
    total_tokens: z.number(),
    cost_in_dollars: z.number(),
  }),
})
export type MonthlyBudget = z.output<typeof MonthlyBudget>

export const getBudget = endpoint({
  method: 'GET',
  path: '/usage/budget/',
  who: 'member',
  reply: MonthlyBudget,
})

const maxDollars = 10_000_000

/** Without `dollars` there is none from now on. */
export const setBudget = endpoint({
  method: 'PUT',
  path: '/usage/budget/',
  who: 'admin',
  bodySize: 'small',
  body: z.object({
    dollars: z.number().min(0).max(maxDollars).nullable(),
    warn_percent: z.number().int().min(1).max(100).default(80),
    stops_calls: z.boolean().default(false),
  }),
  reply: MonthlyBudget,
})
