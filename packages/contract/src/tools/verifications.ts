import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { Timestamp } from '../wire/wire.ts'

const ToolId = z.object({ tool_id: z.uuid() })
const Of = ToolId.extend({ verification_id: z.uuid() })
const Count = z.number().int()

/** How many values a reply has; what got worse comes first. */
export const maxVerifiedValues = 500

/** `new`: the published version does not answer it. `failed`: it could not be answered, whatever the prompt says. */
const Outcome = z.enum(['better', 'worse', 'unchanged', 'new', 'failed'])

const Verification = z.object({
  id: z.uuid(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  /** The published version that the project is compared with; null before the first export. */
  version: Count.nullable(),
  /** Whether project, published version and truths are still what was compared. */
  is_current: z.boolean(),
  documents: Count,
  documents_done: Count,
  outcomes: z.record(Outcome, Count),
  /** Truths that contradict each other: they are not used until somebody settles them. */
  contradicted: Count,
  /** Truths whose document is no longer kept. */
  not_kept: Count,
  /** Reason why the result is unknown. */
  error: z.string().nullable(),
  created_by: z.string().nullable(),
  created_at: Timestamp,
  ended_at: Timestamp.nullable(),
})
export type VerificationReply = z.output<typeof Verification>

/** An expected value on one document, with the answers of both versions. */
const VerifiedValue = z.object({
  prompt_key: z.string(),
  /** Null of a document that was only looked at in review. */
  document_id: z.uuid().nullable(),
  document_name: z.string(),
  outcome: Outcome,
  /** Formatted like an output; null if the document does not state it. */
  truth: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Null where there is no answer to judge. */
  was_right: z.boolean().nullable(),
  is_right: z.boolean().nullable(),
  error: z.string().nullable(),
})
export type VerifiedValueReply = z.output<typeof VerifiedValue>

/**
 * Answers all truths of the project as an export of it would, and compares with the published version. What is asked
 * as before is not paid again. One that is under way and compares the same is joined; another one is cancelled.
 */
export const startVerification = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/verifications/',
  who: 'member',
  isPaid: true,
  status: 202,
  params: ToolId,
  reply: Verification,
})

/** The newest first; of earlier ones only the last few are kept. */
export const listVerifications = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/verifications/',
  who: 'member',
  params: ToolId,
  reply: z.object({
    /** Number of values that a verification would answer now. */
    truths: Count,
    contradicted: Count,
    not_kept: Count,
    verifications: z.array(Verification),
  }),
})

export const getVerification = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/verifications/:verification_id/',
  who: 'member',
  params: Of,
  reply: Verification.extend({
    values: z.array(VerifiedValue),
    /** How many there are beside those. */
    values_omitted: Count,
  }),
})

/** The same as a JUnit file: a value that got worse is a failure, one that could not be answered an error. */
export const getVerificationReport = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/verifications/:verification_id/junit/',
  who: 'member',
  params: Of,
  reply: z.string(),
})

export const cancelVerification = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/verifications/:verification_id/cancel/',
  who: 'member',
  params: Of,
  reply: Verification,
})
