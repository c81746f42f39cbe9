import { z } from 'zod'
import { TokenUsage } from '../usage/usage.ts'
import { endpoint } from '../wire/endpoint.ts'
import { Timestamp } from '../wire/wire.ts'
import { EscalationReply } from './escalation.ts'
import { EvidenceTreeReply } from './evidence.ts'
import { AcceptedTask } from './studio-runs.ts'

/**
 * Completeness report of a list. It names lines that look like rows but that no row was read from.
 */
const ListReportReply = z.object({
  rows: z.number().int(),
  row_like_lines: z.number().int(),
  missing_count: z.number().int(),
  missing: z.array(z.object({ page: z.number().int(), text: z.string() })),
  doubled: z.number().int(),
  renumbered: z.number().int(),
  unsupported: z.number().int(),
  totals: z.array(
    z.object({
      column: z.string(),
      sum: z.number(),
      stated: z.array(z.number()),
      agrees: z.boolean(),
    }),
  ),
  pages: z.array(z.number().int()).nullable(),
  /** Nothing when the list is whole. */
  warnings: z.array(z.string()),
})
export type ListReportReply = z.output<typeof ListReportReply>

/** The stored output of one prompt on one document under one profile; a new run overwrites it. */
export const PromptOutput = z.object({
  prompt_output_id: z.uuid(),
  prompt_id: z.uuid(),
  document_manager: z.uuid(),
  profile_manager: z.uuid(),
  tool_id: z.uuid(),
  is_single_pass_extract: z.boolean(),
  /** JSON types as JSON, booleans as `True` and `False`, numbers with a decimal point. */
  output: z.string().nullable(),
  context: z.array(z.string()),
  challenge_data: z.unknown().nullable(),
  /** Says how a larger model was asked; null if it was not. */
  escalation: EscalationReply.nullable(),
  /**
   * Derived from the evidence, when the project has highlighting on. For other clients: our own pages
   * draw the evidence.
   */
  highlight_data: z.unknown().nullable(),
  /** The words under the value, line by line, when the project has highlighting on. */
  confidence_data: z.unknown().nullable(),
  /** Mirrors the value, with a number from 0 to 1 for each part. */
  word_confidence_data: z.unknown().nullable(),
  /** Confidence in the whole value, 0 to 1; null if nothing in the document supports it. */
  confidence: z.number().nullable(),
  /**
   * Present if expected values calibrated the confidence: the raw confidence, its 95 % interval,
   * and the number of expected values behind it. Null while there are too few; the confidence is
   * then the raw one.
   */
  calibration: z
    .object({
      raw_confidence: z.number(),
      low: z.number(),
      high: z.number(),
      truths: z.number().int(),
    })
    .nullable(),
  /** Evidence of the value; null if no word of the document supports it. */
  evidence_data: EvidenceTreeReply,
  /** One sentence: how the value was found, or why there is none; null where nobody has said. */
  explanation: z.string().nullable(),
  /** Completeness report of a list, with warnings for the reader. */
  list_report: ListReportReply.nullable(),
  eval_metrics: z.array(z.unknown()),
  /** Ours: what made the output, a run or an accepted proposal, which the built-in extractor read. */
  origin: z.enum(['run', 'proposal']),
  run_id: z.string(),
  /** Changes since the prompt was run; empty if running it again would give the same. */
  stale: z.array(z.enum(['prompt', 'type', 'document', 'profile', 'wording'])),
  token_usage: TokenUsage,
  coverage: z.array(z.uuid()),
  created_by: z.number().int().nullable(),
  modified_by: z.number().int().nullable(),
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type PromptOutput = z.output<typeof PromptOutput>

/** Another request is indexing the document: ask again. */
export const Pending = z.object({ status: z.literal('pending'), message: z.string() })
export type Pending = z.output<typeof Pending>

/** Older clients write an absent id as an empty text or as the word `undefined`. */
const LooseId = z.string().nullish()
const RunId = z.string().max(128).nullish()

const ToolId = z.object({ tool_id: z.uuid() })

/** A prompt that could not be run, in the place of its output. */
export const FailedPrompt = z.object({
  prompt_id: z.uuid(),
  status: z.literal('failed'),
  error: z.string(),
})

/**
 * Runs one prompt, or without `id` all of them, and replies when the outputs are stored; the id of a note
 * gives none. A run that is already under way for the same prompt, document, profile and settings is
 * joined. A client that marks its requests with `X-Request-ID`, or has a platform key, is told at once that the run is accepted,
 * and of its end by the event `prompt_studio_result`; so it is with all that run something here.
 */
export const fetchResponse = endpoint({
  method: 'POST',
  path: '/prompt-studio/fetch_response/:tool_id/',
  who: 'member',
  isPaid: true,
  status: 202,
  params: ToolId,
  body: z.object({
    id: LooseId,
    document_id: z.uuid(),
    profile_manager: LooseId,
    run_id: RunId,
  }),
  reply: z.union([z.array(z.union([PromptOutput, FailedPrompt])), Pending, AcceptedTask]),
})

/**
 * Runs several prompts, notes left out, each for itself: what fails leaves the others. The reply is
 * sent line by line as prompts settle, in the order in which they do, and whole it is one list. An
 * output has no `context` here. With a `run_id` the outputs share it, and its usage is of all of them.
 */
export const bulkFetchResponse = endpoint({
  method: 'POST',
  path: '/prompt-studio/bulk_fetch_response/:tool_id/',
  who: 'member',
  isPaid: true,
  status: 202,
  params: ToolId,
  body: z.object({
    prompt_ids: z.array(z.uuid()).min(1).max(1000),
    document_id: z.uuid(),
    profile_manager: LooseId,
    run_id: RunId,
  }),
  reply: z.union([z.array(z.union([PromptOutput, FailedPrompt])), AcceptedTask]),
})

/**
 * All prompts with the default profile, in one call of the model where it can be one; the rows have
 * `is_single_pass_extract` set. A prompt that fails leaves the others, and is named behind them.
 */
export const singlePassExtraction = endpoint({
  method: 'POST',
  path: '/prompt-studio/single-pass-extraction/:tool_id/',
  who: 'member',
  isPaid: true,
  status: 202,
  params: ToolId,
  body: z.object({ document_id: z.uuid(), run_id: RunId }),
  reply: z.union([z.array(z.union([PromptOutput, FailedPrompt])), Pending, AcceptedTask]),
})

/**
 * `is_single_pass_extract` absent means false. An id that is no id matches nothing. Without a document
 * and a prompt the reply has the newest 1,000 rows, and no `context`.
 */
export const listPromptOutputs = endpoint({
  method: 'GET',
  path: '/prompt-studio/prompt-output/',
  who: 'member',
  query: z.object({
    tool_id: z.string().optional(),
    prompt_id: z.string().optional(),
    document_manager: z.string().optional(),
    profile_manager: z.string().optional(),
    is_single_pass_extract: z.string().optional(),
    /** `false` leaves every `context` empty; it may be as long as the document. */
    include_context: z.string().optional(),
  }),
  reply: z.array(PromptOutput),
})

/**
 * The text of the newest output of each prompt key, whatever its document and profile; keys that were never
 * run are missing.
 */
export const listLatestOutputs = endpoint({
  method: 'GET',
  path: '/prompt-studio/prompt-output/latest-by-keys/',
  who: 'member',
  query: z.object({
    tool_id: z.uuid(),
    /** Comma-separated; all keys if absent. */
    prompt_keys: z.string().max(100_000).optional(),
  }),
  reply: z.record(z.string(), z.string().nullable()),
})

/**
 * One text for each prompt key, by each prompt's own profile; `""` where there is none. With `nulls=true` it
 * is null where the document does not say, and `""` only where the prompt was never run. With
 * `is_single_pass_extract=true` it is what the last single pass gave.
 */
export const listDefaultOutputs = endpoint({
  method: 'GET',
  path: '/prompt-studio/prompt-output/prompt-default-profile/',
  who: 'member',
  query: z.object({
    tool_id: z.string(),
    document_manager: z.string().optional(),
    nulls: z.string().optional(),
    is_single_pass_extract: z.string().optional(),
  }),
  reply: z.record(z.string(), z.string().nullable()),
})
