import type { PromptPreview as WirePreview } from '@recto/contract/prompt-previews'

/** What a model would be asked. */
export type AskedPrompt = {
  /** Absent where no model is asked. */
  readonly text: string | null
  /** Whether the prompt is longer than what is shown of it. */
  readonly isCut: boolean
  /** About. */
  readonly tokens: number
  /** Of the model, in tokens. */
  readonly window: number | null
  /** The chunks that were found. */
  readonly chunks: readonly string[]
  /** How many more were found that the model has no room for. */
  readonly omitted: number
  /** What is left out of the preview, and why. */
  readonly notes: readonly string[]
}

export const previewFromWire = (wire: WirePreview): AskedPrompt => ({
  text: wire.prompt,
  isCut: wire.is_cut,
  tokens: wire.tokens,
  window: wire.context_window,
  chunks: wire.context,
  omitted: wire.context_omitted,
  notes: wire.notes,
})
