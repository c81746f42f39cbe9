import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

/** Maximum number of characters shown; longer prompts are truncated. */
export const shownCharacters = 200_000

/** What a model would be asked, as far as that can be said without paying anybody. */
export const PromptPreview = z.object({
  /** Absent where no model is asked. */
  prompt: z.string().nullable(),
  /** Whether the prompt is longer than what is shown of it. */
  is_cut: z.boolean(),
  /** Estimate, because each model counts tokens in its own way. */
  tokens: z.number().int(),
  /** Context window of the model in tokens; null if unknown. */
  context_window: z.number().int().nullable(),
  /** The chunks that were found; empty when the whole text is the context. */
  context: z.array(z.string()),
  /** How many more were found that the model has no room for. */
  context_omitted: z.number().int(),
  profile_manager: z.uuid(),
  /** Parts that are left out of the preview, with the reasons. */
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
