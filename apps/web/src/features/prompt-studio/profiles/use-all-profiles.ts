import type { LlmProfile } from '../profile.ts'
import { useRunFacts } from '../state/editor-context.ts'

/** Those of the project, also while a single pass uses only one of them. */
export const useAllProfiles = (): readonly LlmProfile[] => useRunFacts().allProfiles
