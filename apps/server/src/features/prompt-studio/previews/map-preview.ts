import { type PromptPreview, shownCharacters } from '@recto/contract/prompt-studio/prompt-previews'
import type { QuestionPreview } from '../../answering/answering.port.ts'

export function presentPreview({
  prompt,
  tokens,
  contextWindow,
  chunks,
  omitted: omittedCount,
  notes,
  profileId,
}: QuestionPreview & { readonly profileId: string }): PromptPreview {
  const isTruncated = prompt !== null && prompt.length > shownCharacters
  return {
    prompt: isTruncated ? prompt.slice(0, shownCharacters) : prompt,
    is_cut: isTruncated,
    tokens,
    context_window: contextWindow > 0 ? contextWindow : null,
    context: [...chunks],
    context_omitted: omittedCount,
    profile_manager: profileId,
    notes: [...notes],
  }
}
