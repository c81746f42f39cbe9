import { useQuery } from '@tanstack/react-query'
import { profileList } from '../profile.queries.ts'
import type { LlmProfile } from '../profile.ts'
import { useEditor } from '../state/editor-context.ts'

const none: readonly LlmProfile[] = []

/** Those of the project, also while a single pass uses only one of them. */
export function useAllProfiles(): readonly LlmProfile[] {
  const { project } = useEditor()
  return useQuery(profileList(project.id)).data ?? none
}
