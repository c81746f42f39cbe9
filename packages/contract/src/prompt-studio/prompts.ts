import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { changeShape, newShape, pickWay, replyShape } from '../wire/fields.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'
import { PromptPlace, promptFields, promptSwitches } from './prompt-fields.ts'

/** A prompt, or a note between prompts: notes have `prompt_type` `NOTES` and no profile. */
export const Prompt = z.object({
  prompt_id: z.uuid(),
  tool_id: z.uuid(),
  ...replyShape(promptFields),
  ...replyShape(promptSwitches),
  output_metadata: z.record(z.string(), z.unknown()),
  has_line_item_history: z.boolean(),
  created_by: z.number().int().nullable(),
  modified_by: z.number().int().nullable(),
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type Prompt = z.output<typeof Prompt>

/** Inside a project: `coverage` lists the documents that have a stored output for the prompt. */
export const CoveredPrompt = Prompt.extend({ coverage: z.array(z.uuid()) })
export type CoveredPrompt = z.output<typeof CoveredPrompt>

const PromptFields = z.object({ ...newShape(promptFields), ...changeShape(promptSwitches) })
export type PromptFields = z.output<typeof PromptFields>

/**
 * With `expected`, nothing is changed unless these fields are still what the caller saw: else 409, which
 * names those that are not, and what another person or tab has stored meanwhile stays.
 */
const PromptChanges = z.object({
  ...changeShape(promptFields),
  ...changeShape(promptSwitches),
  expected: z
    .object(replyShape(pickWay(promptFields, 'expected')))
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
