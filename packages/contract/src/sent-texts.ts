import { z } from 'zod'

/** How many calls of a run are shown, and how many letters of each. */
export const mostSentCalls = 200
export const mostSentLetters = 200_000

/** One call as it left the house. */
const SentCall = z.object({
  /** What it was for, such as `total/answer`. */
  step: z.string(),
  model: z.string(),
  system: z.string(),
  prompt: z.string(),
  /** There was more of it. */
  is_cut: z.boolean(),
})

/** What a placeholder stands for; null where neither the document nor the prompt says it any more. */
const SentPlaceholder = z.object({ placeholder: z.string(), original: z.string().nullable() })

/** What has left the house, with the placeholders in it. Of calls that are no longer kept nothing is told. */
export const SentTexts = z.object({
  calls: z.array(SentCall),
  placeholders: z.array(SentPlaceholder),
})
export type SentTexts = z.output<typeof SentTexts>
