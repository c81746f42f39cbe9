import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'
import { EvidenceTreeReply } from './evidence.ts'

const ToolId = z.object({ tool_id: z.uuid() })
const Of = z.object({ prompt_id: z.uuid(), document_id: z.uuid() })

/** How long a value may be that somebody marks as right: as long as an output. */
const maxValue = 200_000

/** A value that a person confirmed as the right answer of a prompt on a document. */
const TruthReply = Of.extend({
  /** Formatted like an output; null if the document does not state it. */
  value: z.string().nullable(),
  /** The place where it was entered. */
  source: z.enum(['studio', 'review']),
  /** Evidence of the value; null if nobody has marked it. */
  evidence: EvidenceTreeReply.nullable(),
  /** Value that the machine had read, if a review corrected it. */
  machine_value: z.string().nullable(),
  /**
   * A contradicting value that somebody else entered. Neither is used until one of them is
   * confirmed again.
   */
  contradicted_by: z
    .object({
      value: z.string().nullable(),
      source: z.enum(['studio', 'review']),
      created_by: z.string().nullable(),
      modified_at: Timestamp,
    })
    .nullable(),
  /** The name of who said it; null where they are no member any longer. */
  created_by: z.string().nullable(),
  modified_at: Timestamp,
})
export type TruthReply = z.output<typeof TruthReply>

/** Lists the expected values of the project's current documents. */
export const listTruths = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/truths/',
  who: 'member',
  params: ToolId,
  reply: z.array(TruthReply),
})

/** Replaces the previous expected value. */
export const saveTruth = endpoint({
  method: 'PUT',
  path: '/prompt-studio/:tool_id/truths/',
  who: 'member',
  params: ToolId,
  bodySize: 'texts',
  body: Of.extend({ truth: z.string().max(maxValue).nullable() }),
  reply: TruthReply,
})

export const deleteTruth = endpoint({
  method: 'DELETE',
  path: '/prompt-studio/:tool_id/truths/',
  who: 'member',
  status: 204,
  params: ToolId,
  body: Of,
  reply: NoBody,
})

const Count = z.number().int()
/** `checked` outputs were compared with a truth, and `right` of them say the same. */
const Score = z.object({ profile_id: z.uuid(), checked: Count, right: Count })

/** How often outputs are right, of the mode in which the project runs; computed anew with every call. */
export const listScores = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/scores/',
  who: 'member',
  params: ToolId,
  reply: z.object({
    truths: Count,
    profiles: z.array(
      Score.extend({
        /** Cost of all outputs of the profile; null if unknown. */
        cost_in_dollars: z.number().nullable(),
        /** Average duration of a run. */
        seconds: z.number().nullable(),
      }),
    ),
    prompts: z.array(Score.extend({ prompt_id: z.uuid() })),
    outputs: z.array(Of.extend({ profile_id: z.uuid(), is_right: z.boolean() })),
  }),
})

/**
 * How an answer differs from its expected value, by comparison alone: `format` is another notation or some further words,
 * `other_field` the value of another field, such as that of the other party, `other_date` another date, `other_value` another value
 * of the document, and `unsupported` a value that no word of the document supports.
 */
export const FaultKind = z.enum([
  'missing',
  'made_up',
  'format',
  'rows_lost',
  'rows_added',
  'cells',
  'other_field',
  'other_date',
  'other_value',
  'unsupported',
])
export type FaultKind = z.output<typeof FaultKind>

/** `low` and `high` are the ends of the 95 % interval of the share of right answers (Wilson). */
const Accuracy = z.object({
  profile_id: z.uuid(),
  checked: Count,
  right: Count,
  low: z.number(),
  high: z.number(),
})

/** How many failing answers a reply lists; all of them are counted. */
export const maxFailures = 500
/** How much of a value of a failing answer a reply shows. */
export const maxFailureLetters = 500

/** Where answers differ from the expected values, by field, by document and by kind of fault. */
export const listFaults = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/faults/',
  who: 'member',
  params: ToolId,
  reply: z.object({
    /** Expected values about which two people disagree: they are not used until somebody decides. */
    contradicted: Count,
    fields: z.array(
      Accuracy.extend({
        prompt_id: z.uuid(),
        faults: z.array(z.object({ fault: FaultKind, count: Count })),
      }),
    ),
    /** Those with the most failing answers come first. */
    documents: z.array(Accuracy.extend({ document_id: z.uuid() })),
    failures: z.array(
      Of.extend({
        profile_id: z.uuid(),
        fault: FaultKind,
        truth: z.string().nullable(),
        answer: z.string().nullable(),
      }),
    ),
    failures_omitted: Count,
  }),
})
export type FaultsReply = z.output<typeof listFaults.reply>
