import { z } from 'zod'

/** The settings of models that may think first, as an OpenAI-like server wants them. */
export const reasoningSettings = {
  enable_reasoning: z.boolean().default(false),
  reasoning_effort: z.enum(['low', 'medium', 'high']).default('medium'),
}
