import type { LlmProfile } from '../profile.ts'
import { useAllProfiles } from '../profiles/use-all-profiles.ts'
import { useEditor } from '../state/editor-context.ts'

/** The profile that summarises documents: the one that was chosen for it, else the default one. */
export function useSummarizer(): LlmProfile | undefined {
  const { summarizerId } = useEditor().project
  const profiles = useAllProfiles()
  return (
    profiles.find(({ id }) => id === summarizerId) ?? profiles.find(({ isDefault }) => isDefault)
  )
}
