import { createContext, use } from 'react'
import type { PromptDocument } from '../document.ts'
import type { LlmProfile } from '../profile.ts'
import type { Project } from '../project.ts'
import type { Prompt } from '../prompt.ts'

/** Everything that the parts of the analyzer share. */
export type AnalyzerFacts = {
  readonly project: Project
  readonly profiles: readonly LlmProfile[]
  readonly documents: readonly PromptDocument[]
  readonly document: PromptDocument
  /** The prompts whose fields are shown. */
  readonly fields: readonly Prompt[]
  /** Link to the page where the project is edited or read. */
  readonly studioLink: string
  select(documentId: string): void
}

export const AnalyzerContext = createContext<AnalyzerFacts | undefined>(undefined)

export function useAnalyzer(): AnalyzerFacts {
  const facts = use(AnalyzerContext)
  if (!facts) throw new Error('useAnalyzer needs an Analyzer above it.')
  return facts
}

/** Returns the profile whose value is used in the combined output. */
export function getOutputProfileId({ ownProfileId }: Prompt, profiles: readonly LlmProfile[]) {
  return ownProfileId ?? profiles.find(({ isDefault }) => isDefault)?.id
}
