import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EvidenceTreeReply } from './evidence.ts'
import { NoBody, Timestamp } from './wire.ts'

const ToolId = z.object({ tool_id: z.uuid() })
const Of = z.object({ prompt_id: z.uuid(), document_id: z.uuid() })

/** How long a value may be that somebody marks as right: as long as an output. */
const maxValue = 200_000

/** What somebody knows to be the right value of a prompt on a document. */
const TruthReply = Of.extend({
  /** As outputs are written; null: the document does not say. */
  value: z.string().nullable(),
  /** Where it was said. */
  source: z.enum(['studio', 'review']),
  /** Where it stands in the document; null where nobody has shown that. */
  evidence: EvidenceTreeReply.nullable(),
  /** Of review: what had been read before. */
  machine_value: z.string().nullable(),
  /** What somebody else says of it: neither is used until it is settled, by saying the truth anew. */
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

/** Of the documents that the project has. */
export const listTruths = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/truths/',
  who: 'member',
  params: ToolId,
  reply: z.array(TruthReply),
})

/** In the place of what was said before. */
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
        /** Of all outputs of the profile; null where it is not known. */
        cost_in_dollars: z.number().nullable(),
        /** Of a run, on average. */
        seconds: z.number().nullable(),
      }),
    ),
    prompts: z.array(Score.extend({ prompt_id: z.uuid() })),
    outputs: z.array(Of.extend({ profile_id: z.uuid(), is_right: z.boolean() })),
  }),
})
