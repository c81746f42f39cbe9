import type { PromptPreview as WirePreview } from '@recto/contract/prompt-studio/prompt-previews'

/** The prompt that would be sent to a model. */
export type PreviewedPrompt = {
  /** Null if no model is called. */
  readonly text: string | null
  /** Whether the text shows only a part of the prompt. */
  readonly isTruncated: boolean
  /** Approximate number of tokens. */
  readonly tokens: number
  /** Context window of the model, in tokens. */
  readonly window: number | null
  /** Chunks that were retrieved. */
  readonly chunks: readonly string[]
  /** Number of retrieved chunks that do not fit into the context window. */
  readonly omitted: number
  /** Notes about what the preview omits, and why. */
  readonly notes: readonly string[]
}

export const previewFromWire = (wire: WirePreview): PreviewedPrompt => ({
  text: wire.prompt,
  isTruncated: wire.is_cut,
  tokens: wire.tokens,
  window: wire.context_window,
  chunks: wire.context,
  omitted: wire.context_omitted,
  notes: wire.notes,
})
