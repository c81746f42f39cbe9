import { z } from 'zod'
import { EnforceType } from '../prompt-studio/prompt-fields.ts'
import { endpoint } from '../wire/endpoint.ts'
import { RunFields } from './measuring-run.ts'

const ToolId = z.object({ tool_id: z.uuid() })
const Of = ToolId.extend({ improvement_id: z.uuid() })
const Count = z.number().int()

/** How many wordings of a field a run tries at most. */
const maxCandidates = 6
/** How long a proposed prompt may be. */
export const maxProposedLetters = 2000
/** How many expected values a field needs, half of which are held out. */
export const minExpectedValues = 10
/** How many documents that change a reply lists for each field. */
export const maxChangedDocuments = 50

/**
 * - `proposed`: better on both parts, and worse nowhere else.
 * - `not_proven`: better, but it may be by chance.
 * - `worse_elsewhere`: another field would get worse.
 * - `not_better`: no wording was better on the first part.
 * - `no_proposals`: nothing usable was proposed.
 * - `nothing_wrong`: every answer of the first part is right.
 * - `too_few`: too few expected values.
 * - `budget`: the budget was used up before.
 * - `failed`: the documents could not be answered.
 */
const FieldOutcome = z.enum([
  'proposed',
  'not_proven',
  'worse_elsewhere',
  'not_better',
  'no_proposals',
  'nothing_wrong',
  'too_few',
  'budget',
  'failed',
])
export type ImprovementOutcome = z.output<typeof FieldOutcome>

/** Scores of one part of the expected values, with the ends of the 95 % intervals. */
const PartScore = z.object({
  checked: Count,
  right_before: Count,
  right_after: Count,
  before_low: z.number(),
  before_high: z.number(),
  after_low: z.number(),
  after_high: z.number(),
})

const Wording = z.object({ prompt: z.string(), enforce_type: EnforceType })

const FieldResult = z.object({
  prompt_id: z.uuid(),
  prompt_key: z.string(),
  outcome: FieldOutcome,
  /** Says in one sentence what the outcome is based on. */
  reason: z.string(),
  before: Wording,
  /** The best wording; null if none was better on the first part. */
  after: Wording.nullable(),
  /** `model`, or `labels` that the evidence of right answers has in common. */
  source: z.enum(['model', 'labels']).nullable(),
  first: PartScore.nullable(),
  second: PartScore.nullable(),
  /** Probability that chance alone makes the second part so much better. */
  chance: z.number().nullable(),
  decision: z.enum(['accepted', 'edited', 'dropped']).nullable(),
  /** Number of documents of the second part whose answer changes; the first of them are listed, with the beginnings of their values. */
  changed: Count,
  changes: z.array(
    z.object({
      document_hash: z.string(),
      document_id: z.uuid().nullable(),
      document_name: z.string(),
      truth: z.string().nullable(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      was_right: z.boolean(),
      is_right: z.boolean(),
    }),
  ),
})
export type ImprovementResultReply = z.output<typeof FieldResult>

const Improvement = RunFields.extend({
  results: z.array(FieldResult),
})
export type ImprovementReply = z.output<typeof Improvement>

/**
 * Looks for better wordings of prompts, and measures each on expected values that it has not seen. Nothing is changed
 * until somebody accepts a proposal.
 */
export const startImprovement = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/improvements/',
  who: 'member',
  isPaid: true,
  status: 202,
  params: ToolId,
  body: z.object({
    prompt_ids: z.array(z.uuid()).min(1).max(200),
    /** The model that proposes; null if only labels near right values are proposed. */
    llm: z.uuid().nullable().default(null),
    max_candidates: Count.min(1).max(maxCandidates).default(3),
    budget_calls: Count.min(1).max(100_000),
    budget_dollars: z.number().positive().max(100_000).nullable().default(null),
  }),
  reply: Improvement,
})

/** The newest first; only the last few are listed. */
export const listImprovements = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/improvements/',
  who: 'member',
  params: ToolId,
  reply: z.object({
    /** The active prompts, with the number of expected values that can be used. */
    fields: z.array(z.object({ prompt_id: z.uuid(), truths: Count })),
    improvements: z.array(Improvement),
  }),
})

export const cancelImprovement = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/improvements/:improvement_id/cancel/',
  who: 'member',
  params: Of,
  reply: Improvement,
})

/** Accepts a proposal, as it is or edited, which changes the prompt; or drops it. */
export const decideImprovement = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/improvements/:improvement_id/decide/',
  who: 'member',
  params: Of,
  body: z.object({
    prompt_id: z.uuid(),
    decision: z.enum(['accept', 'drop']),
    /** The edited prompt; absent if the proposal is accepted as it is. */
    prompt: z.string().trim().min(1).max(maxProposedLetters).optional(),
  }),
  reply: Improvement,
})
