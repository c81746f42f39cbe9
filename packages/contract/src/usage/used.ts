import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

const Counts = {
  calls: z.number().int(),
  /** Calls of models whose price is not known: the cost is without them. */
  unpriced_calls: z.number().int(),
  total_tokens: z.number(),
  cost_in_dollars: z.number(),
}
const Files = {
  pages: z.number().int(),
  files_completed: z.number().int(),
  files_failed: z.number().int(),
  files_stopped: z.number().int(),
}

/** A name that is null is of what is no longer there; an id that is null, of what had none. */
const Named = { id: z.string().nullable(), name: z.string().nullable() }

/** Usage of an organization; every list except the days starts with the highest cost. */
export const UsageReport = z.object({
  start_date: z.string(),
  end_date: z.string(),
  days: z.array(z.object({ date: z.string(), ...Counts, ...Files })),
  models: z.array(z.object({ model: z.string(), ...Counts })),
  projects: z.array(z.object({ ...Named, ...Counts, ...Files })),
  /** Includes workflows that were run directly; the entry without an id is the studio. */
  deployments: z.array(z.object({ ...Named, ...Counts, ...Files })),
})
export type UsageReport = z.output<typeof UsageReport>

/** Days in UTC, both of them in the period; thirty up to today unless stated. */
export const UsedQuery = z.object({
  start_date: z.iso.date().optional(),
  end_date: z.iso.date().optional(),
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
