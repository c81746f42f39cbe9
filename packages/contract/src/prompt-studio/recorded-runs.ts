import { z } from 'zod'
import { SentTexts } from '../usage/sent-texts.ts'
import { endpoint } from '../wire/endpoint.ts'
import { Timestamp } from '../wire/wire.ts'
import { EvidenceTreeReply } from './evidence.ts'

const ToolId = z.object({ tool_id: z.uuid() })
const Of = z.object({ document_id: z.uuid(), profile_id: z.uuid() })

/** How many of a document and a profile are told of; the newest. */
export const maxRecordedRuns = 50

/** What was asked for together of a document under a profile, and is kept so that it can be answered again. */
export const listRecordedRuns = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/recorded-runs/',
  who: 'member',
  params: ToolId,
  query: Of,
  /** Newest first. */
  reply: z.object({
    runs: z.array(z.object({ id: z.string(), created_at: Timestamp, values: z.number().int() })),
  }),
})

/** A value as it is answered again from the replies that are kept. */
const Replayed = z.object({
  /** JSON. */
  value: z.unknown(),
  evidence: EvidenceTreeReply,
  confidence: z.number().nullable(),
  prompt: z.string(),
  model: z.string().nullable(),
  cost_in_dollars: z.number().nullable(),
  /** Reason of the failure, in the original run or in the replay. */
  error: z.string().nullable(),
  /** Whether it is what the run had; null where that is not kept. */
  is_same: z.boolean().nullable(),
})
export type ReplayedAnswer = z.output<typeof Replayed>

/**
 * Answers one run again, or two to compare them, from the replies that are kept: no model is called and nothing is
 * stored. What a reply is missing of is an error of its field.
 */
export const replayRuns = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/recorded-runs/replay/',
  who: 'member',
  params: ToolId,
  body: Of.extend({ run: z.string().max(64), other: z.string().max(64).optional() }),
  reply: z.object({
    fields: z.array(
      z.object({
        prompt_key: z.string(),
        /** Null where the run did not ask it. */
        run: Replayed.nullable(),
        other: Replayed.nullable(),
        /**
         * Differences between the two: `value`, `evidence`, `confidence`, `prompt`, `model`,
         * `cost`, `error`.
         */
        changes: z.array(z.string()),
      }),
    ),
  }),
})

/**
 * What the calls of a run have sent to adapters that are outside, with the placeholders in it and what they stand for.
 * Of calls that are no longer kept nothing is told.
 */
export const listSentInRun = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/recorded-runs/sent/',
  who: 'member',
  params: ToolId,
  query: Of.extend({ run: z.string().max(64) }),
  reply: SentTexts,
})
