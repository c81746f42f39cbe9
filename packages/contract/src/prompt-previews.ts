import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Of a prompt that is longer, the beginning is shown. */
export const shownCharacters = 200_000

/** What a model would be asked, as far as that can be said without paying anybody. */
export const PromptPreview = z.object({
  /** Absent where no model is asked. */
  prompt: z.string().nullable(),
  /** Whether the prompt is longer than what is shown of it. */
  is_cut: z.boolean(),
  /** About; each model counts in its own way. */
  tokens: z.number().int(),
  /** Of the model, in tokens; null when that is not known. */
  context_window: z.number().int().nullable(),
  /** The chunks that were found; empty when the whole text is the context. */
  context: z.array(z.string()),
  /** How many more were found that the model has no room for. */
  context_omitted: z.number().int(),
  profile_manager: z.uuid(),
  /** What is left out of the preview, and why. */
  notes: z.array(z.string()),
})
export type PromptPreview = z.output<typeof PromptPreview>

/** Ours: shows what a run would ask, and calls nothing that costs anything. */
export const previewPrompt = endpoint({
  method: 'POST',
  path: '/prompt-studio/prompt-preview/:tool_id/',
  who: 'member',
  bodySize: 'small',
  params: z.object({ tool_id: z.uuid() }),
  body: z.object({
    id: z.uuid(),
    document_id: z.uuid(),
    profile_manager: z.string().nullish(),
  }),
  reply: PromptPreview,
})
