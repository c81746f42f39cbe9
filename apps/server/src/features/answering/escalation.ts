import type { Json } from '@recto/provider-spec/answer'
import type { CallSum } from '../usage/usage.port.ts'

/**
 * Says what speaks against an answer. `unreadable`: there is none, because no value of the type could be
 * read from the reply.
 */
export type AnswerProblem =
  | 'unreadable'
  | 'no-answer'
  | 'no-place'
  | 'contradicted'
  | 'low-confidence'

/** Says how a question was asked again of a larger model. */
export type Escalation = CallSum & {
  /** Says what speaks against the answer of the small model. */
  readonly problems: readonly AnswerProblem[]
  readonly smallModel: string
  readonly largeModel: string
  /** Says what the small model answered; null also if it gave no readable answer. */
  readonly smallValue: Json
  /** Whether the answer is that of the larger model. */
  readonly isReplaced: boolean
  /** Says why the larger model gave no answer. */
  readonly error?: string | undefined
}
