import { createContext, use } from 'react'
import type { PromptDocument } from '../document.ts'
import type { LlmProfile } from '../profile.ts'
import type { Project } from '../project.ts'

/** What every part of the editor knows. */
export type EditorFacts = {
  readonly project: Project
  /** The default one first. */
  readonly profiles: readonly LlmProfile[]
  readonly documents: readonly PromptDocument[]
  /** The selected document. */
  readonly document: PromptDocument | undefined
}

export const EditorContext = createContext<EditorFacts | undefined>(undefined)

export function useEditor(): EditorFacts {
  const facts = use(EditorContext)
  if (!facts) throw new Error('useEditor needs a project above it.')
  return facts
}
