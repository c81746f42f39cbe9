import { defaultOf } from './get-default-profile.ts'
import type { LlmProfileRow } from './profiles.store.ts'

/** The profile that summarises documents: the one that was chosen for it, else the default one. */
export const summarizerOf = (profiles: readonly LlmProfileRow[]): LlmProfileRow =>
  profiles.find(({ is_summarizer }) => is_summarizer) ?? defaultOf(profiles)
