import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { RunFields } from './measuring-run.ts'

const ToolId = z.object({ tool_id: z.uuid() })
const Of = ToolId.extend({ comparison_id: z.uuid() })
const Count = z.number().int()

/** How many profiles one run compares. */
export const maxComparedProfiles = 8

/**
 * - `recommended`: a cheaper profile is right as often, within the tolerance, also on the held-out values.
 * - `not_confirmed`: it was on the first part alone.
 * - `not_as_good`: every cheaper profile loses more than the tolerance allows.
 * - `cheapest`: no other profile costs less.
 * - `unpriced`: the price of a profile is not known, so that no saving can be stated.
 * - `too_few`: too few expected values.
 * - `budget`: the budget was used up before.
 * - `failed`: the documents could not be answered.
 */
const ProfileOutcome = z.enum([
  'recommended',
  'not_confirmed',
  'not_as_good',
  'cheapest',
  'unpriced',
  'too_few',
  'budget',
  'failed',
])
export type ProfileOutcome = z.output<typeof ProfileOutcome>

/** Right answers of a profile, with the ends of the 95 % interval and averages for a document. */
const ProfileScore = z.object({
  profile_id: z.uuid(),
  checked: Count,
  right: Count,
  low: z.number(),
  high: z.number(),
  /** Recorded cost of the calls about the field; null if a price is not known. */
  cost_in_dollars: z.number().nullable(),
  seconds: z.number().nullable(),
})

const FieldComparison = z.object({
  prompt_id: z.uuid(),
  prompt_key: z.string(),
  outcome: ProfileOutcome,
  /** Says in one sentence what the outcome is based on. */
  reason: z.string(),
  current_profile: z.uuid(),
  /** The cheapest profile that was right often enough on the first part; null if none was. */
  chosen_profile: z.uuid().nullable(),
  /** All profiles on the first part. */
  first: z.array(ProfileScore),
  /** The current profile and the chosen one on the held-out part. */
  held_out: z.array(ProfileScore),
  /** The loss that the held-out values cannot exclude, as a share. */
  max_loss: z.number().nullable(),
  decision: z.enum(['accepted', 'dropped']).nullable(),
})
export type FieldComparisonReply = z.output<typeof FieldComparison>

/** The recommended fields of one profile. */
const ProfileSaving = z.object({
  profile_id: z.uuid(),
  prompt_ids: z.array(z.uuid()),
  /** Share of the recorded cost of these fields. */
  saved: z.number(),
  /** `fields a, b, d by “Small”: 71 % less, no loss on 40 held-out values` */
  text: z.string(),
})

const Comparison = RunFields.extend({
  profiles: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** How many points of accuracy a cheaper profile may lose. */
  tolerance: z.number(),
  results: z.array(FieldComparison),
  savings: z.array(ProfileSaving),
  /** Share of the recorded cost of all compared fields; null if the cost of one is not known, or nothing is recommended. */
  saved: z.number().nullable(),
})
export type ComparisonReply = z.output<typeof Comparison>

/**
 * Compares LLM profiles on the expected values, field by field. Nothing is changed until somebody accepts a
 * recommendation.
 */
export const startComparison = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/profile-comparisons/',
  who: 'member',
  isPaid: true,
  status: 202,
  params: ToolId,
  body: z.object({
    prompt_ids: z.array(z.uuid()).min(1).max(200),
    /** Two or more. The profile that answers a field now is always compared. */
    profile_ids: z.array(z.uuid()).min(1).max(maxComparedProfiles),
    tolerance: z.number().min(0).max(100).default(0),
    budget_calls: Count.min(1).max(100_000),
    budget_dollars: z.number().positive().max(100_000).nullable().default(null),
  }),
  reply: Comparison,
})

/** The newest first; only the last few are listed. */
export const listComparisons = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/profile-comparisons/',
  who: 'member',
  params: ToolId,
  reply: z.object({ comparisons: z.array(Comparison) }),
})

export const cancelComparison = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/profile-comparisons/:comparison_id/cancel/',
  who: 'member',
  params: Of,
  reply: Comparison,
})

/** Accepts a recommendation, which sets the profile of the prompt; or drops it. */
export const decideComparison = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/profile-comparisons/:comparison_id/decide/',
  who: 'member',
  params: Of,
  body: z.object({ prompt_id: z.uuid(), decision: z.enum(['accept', 'drop']) }),
  reply: Comparison,
})
