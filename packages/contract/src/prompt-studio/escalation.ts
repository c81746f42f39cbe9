import { z } from 'zod'

/**
 * Says what spoke against the answer of the small model: no value of the type could be read from its reply,
 * it gave none and said why, the value is nowhere on a page, something contradicts it, or it is more
 * likely wrong than right.
 */
const EscalationProblem = z.enum([
  'unreadable',
  'no-answer',
  'no-place',
  'contradicted',
  'low-confidence',
])

/** Says how a question was asked again of a larger model, and what that cost. */
export const EscalationReply = z.object({
  problems: z.array(EscalationProblem),
  small_model: z.string(),
  /** Empty if it could not be asked. */
  large_model: z.string(),
  small_value: z.unknown(),
  /** Whether the value is that of the larger model. */
  replaced: z.boolean(),
  calls: z.number().int(),
  /** The cost of the calls to the larger model; null if its price is not known. */
  cost_in_dollars: z.number().nullable(),
  /** Says why the larger model gave no answer. */
  error: z.string().nullable(),
})
export type EscalationReply = z.output<typeof EscalationReply>
