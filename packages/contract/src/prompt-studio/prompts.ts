import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { visibleText } from '../wire/names.ts'
import { NoBody, SentNumber, Timestamp } from '../wire/wire.ts'

export const PromptType = z.enum(['PROMPT', 'NOTES'])

/** The last three are lists: `table` has column headers and rows, the others are rows alone. */
export const EnforceType = z.enum([
  'text',
  'number',
  'email',
  'date',
  'boolean',
  'json',
  'line-item',
  'table',
  'record',
])
export type EnforceType = z.output<typeof EnforceType>

/** A prompt, or a note between prompts: notes have `prompt_type` `NOTES` and no profile. */
export const Prompt = z.object({
  prompt_id: z.uuid(),
  /** The key of the value in the result; unique in its project. */
  prompt_key: z.string(),
  prompt: z.string(),
  tool_id: z.uuid(),
  prompt_type: PromptType,
  /**
   * Profile that the prompt runs and is exported with: its own, otherwise the project's default.
   */
  profile_manager: z.uuid().nullable(),
  /** Whether it has no profile of its own. */
  follows_default_profile: z.boolean(),
  sequence_number: z.number().int().nullable(),
  enforce_type: EnforceType,
  /** Checked when a result is reviewed; it has no effect on the extraction. */
  required: z.enum(['all', 'any']).nullable(),
  active: z.boolean(),
  output: z.string(),
  output_metadata: z.record(z.string(), z.unknown()),
  has_line_item_history: z.boolean(),
  is_assert: z.boolean(),
  assert_prompt: z.string().nullable(),
  assertion_failure_prompt: z.string().nullable(),
  evaluate: z.boolean(),
  eval_quality_faithfulness: z.boolean(),
  eval_quality_correctness: z.boolean(),
  eval_quality_relevance: z.boolean(),
  eval_security_pii: z.boolean(),
  eval_guidance_toxicity: z.boolean(),
  eval_guidance_completeness: z.boolean(),
  created_by: z.number().int().nullable(),
  modified_by: z.number().int().nullable(),
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type Prompt = z.output<typeof Prompt>

/** Inside a project: `coverage` lists the documents that have a stored output for the prompt. */
export const CoveredPrompt = Prompt.extend({ coverage: z.array(z.uuid()) })
export type CoveredPrompt = z.output<typeof CoveredPrompt>

/** A place in the order; those that move aside stay within what can be stored. */
export const PromptPlace = SentNumber.pipe(z.number().int().min(-1_000_000_000).max(1_000_000_000))

export const PromptKey = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .check(visibleText)
  // A result object would lose a key of this name.
  .refine((key) => key !== '__proto__', 'This name cannot be used.')

const PromptFields = z.object({
  prompt_key: PromptKey,
  prompt: z.string().nullable().optional(),
  prompt_type: PromptType.optional(),
  /** The project's default one, or null: the prompt follows the default. */
  profile_manager: z.uuid().nullable().optional(),
  /** `false` keeps the default profile of today as the prompt's own. */
  follows_default_profile: z.boolean().optional(),
  sequence_number: PromptPlace.nullable().optional(),
  enforce_type: EnforceType.optional(),
  required: z.enum(['all', 'any']).nullable().optional(),
  active: z.boolean().optional(),
  output: z.string().nullable().optional(),
  is_assert: z.boolean().optional(),
  assert_prompt: z.string().nullable().optional(),
  assertion_failure_prompt: z.string().nullable().optional(),
  evaluate: z.boolean().optional(),
  eval_quality_faithfulness: z.boolean().optional(),
  eval_quality_correctness: z.boolean().optional(),
  eval_quality_relevance: z.boolean().optional(),
  eval_security_pii: z.boolean().optional(),
  eval_guidance_toxicity: z.boolean().optional(),
  eval_guidance_completeness: z.boolean().optional(),
})
export type PromptFields = z.output<typeof PromptFields>

/**
 * With `expected`, nothing is changed unless these fields are still what the caller saw: else 409, which
 * names those that are not, and what another person or tab has stored meanwhile stays.
 */
const PromptChanges = PromptFields.partial().extend({
  expected: Prompt.pick({
    prompt_key: true,
    prompt: true,
    enforce_type: true,
    required: true,
    active: true,
    profile_manager: true,
    follows_default_profile: true,
  })
    .partial()
    .optional(),
})
export type PromptChanges = z.output<typeof PromptChanges>

const PromptId = z.object({ prompt_id: z.uuid() })

/** A key that the project already has is a `client_error`. */
export const createPrompt = endpoint({
  method: 'POST',
  path: '/prompt-studio/prompt-studio-prompt/:tool_id/',
  who: 'member',
  status: 201,
  params: z.object({ tool_id: z.uuid() }),
  bodySize: 'texts',
  body: PromptFields,
  reply: Prompt,
})

/** The prompts and notes of a project by their names, in order. */
export const listPrompts = endpoint({
  method: 'GET',
  path: '/prompt-studio/prompt/',
  who: 'member',
  query: z.object({ tool_id: z.uuid() }),
  reply: z.array(
    Prompt.pick({ prompt_id: true, prompt_key: true, enforce_type: true, sequence_number: true }),
  ),
})

export const getPrompt = endpoint({
  method: 'GET',
  path: '/prompt-studio/prompt/:prompt_id/',
  who: 'member',
  params: PromptId,
  reply: Prompt,
})

/** Absent fields keep their value. */
export const updatePrompt = endpoint({
  method: 'PUT',
  path: '/prompt-studio/prompt/:prompt_id/',
  who: 'member',
  params: PromptId,
  bodySize: 'texts',
  body: PromptChanges,
  reply: Prompt,
})

export const patchPrompt = endpoint({
  method: 'PATCH',
  path: '/prompt-studio/prompt/:prompt_id/',
  who: 'member',
  params: PromptId,
  bodySize: 'texts',
  body: PromptChanges,
  reply: Prompt,
})

export const deletePrompt = endpoint({
  method: 'DELETE',
  path: '/prompt-studio/prompt/:prompt_id/',
  who: 'member',
  status: 204,
  params: PromptId,
  reply: NoBody,
})

const Placed = z.object({ id: z.uuid(), sequence_number: z.number().int() })

/** Lists the prompts that moved aside and, last, the moved one; an unknown prompt is 404 `{detail}`. */
export const reorderPrompts = endpoint({
  method: 'POST',
  path: '/prompt-studio/prompt/reorder/',
  who: 'member',
  body: z.object({
    start_sequence_number: PromptPlace,
    end_sequence_number: PromptPlace,
    prompt_id: z.uuid(),
  }),
  reply: z.union([z.array(Placed), z.object({ detail: z.string() })]),
})
