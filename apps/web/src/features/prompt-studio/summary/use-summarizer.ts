import type { LlmProfile } from '../profile.ts'
import { useEditor } from '../state/editor-context.ts'

/** Returns the profile that summarizes documents: the chosen one, otherwise the default one. */
export function useSummarizer(): LlmProfile | undefined {
  const { project, allProfiles } = useEditor()
  return (
    allProfiles.find(({ id }) => id === project.summarizerId) ??
    allProfiles.find(({ isDefault }) => isDefault)
  )
}
