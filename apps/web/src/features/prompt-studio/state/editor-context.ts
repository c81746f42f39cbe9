import type { LlmProfile } from '@recto/contract/profiles'
import type { PromptDocument } from '@recto/contract/prompt-documents'
import type { Project } from '@recto/contract/prompt-studio'
import { createContext, use } from 'react'

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
