import { z } from 'zod'

/** How many calls of a run are shown, and how many letters of each. */
export const maxSentCalls = 200
export const maxSentCharacters = 200_000

/** An image of a page that left the house with a call. */
const SentImage = z.object({
  /** Counted from 1. */
  page: z.number().int(),
  /** SHA-256 of the bytes, hexadecimal. */
  digest: z.string(),
  media_type: z.string(),
  /** In pixels. */
  width: z.number().int(),
  height: z.number().int(),
  /** In bytes. */
  size: z.number().int(),
})

/** One call as it left the house. */
const SentCall = z.object({
  /** Purpose of the call, such as `total/answer`. */
  step: z.string(),
  model: z.string(),
  system: z.string(),
  prompt: z.string(),
  /** Ours: in the order in which they were sent; empty for calls with text alone. */
  images: z.array(SentImage).default([]),
  /** There was more of it. */
  is_cut: z.boolean(),
})

/**
 * Original value of a placeholder; null if neither the document nor the prompt contains it any
 * more.
 */
const SentPlaceholder = z.object({ placeholder: z.string(), original: z.string().nullable() })

/** Says what a model wrote before its answer in order to find it. */
const ReasoningText = z.object({
  step: z.string(),
  model: z.string(),
  text: z.string(),
  /** There was more of it. */
  is_cut: z.boolean(),
})

/**
 * Texts that were sent to external services, with placeholders, and the reasoning of all models.
 * Calls that are no longer stored are omitted.
 */
export const SentTexts = z.object({
  calls: z.array(SentCall),
  reasoning: z.array(ReasoningText),
  placeholders: z.array(SentPlaceholder),
})
export type SentTexts = z.output<typeof SentTexts>
