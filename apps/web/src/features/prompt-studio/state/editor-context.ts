import { createContext, use } from 'react'
import type { PromptDocument } from '../document.ts'
import type { LlmProfile } from '../profile.ts'
import type { Project } from '../project.ts'

/** What the prompts are run with; a change of a prompt does not change it. */
export type RunFacts = {
  /** In the order in which they were made. */
  readonly profiles: readonly LlmProfile[]
  /** Also those that a single pass does not use. */
  readonly allProfiles: readonly LlmProfile[]
  readonly documents: readonly PromptDocument[]
  /** The selected document. */
  readonly document: PromptDocument | undefined
  /** Whether a second model judges each answer. */
  readonly isChallenged: boolean
}

/** What is true of the project as a whole; a change of a prompt does not change it. */
export type ProjectFacts = {
  readonly id: string
  /** Whether one request asks all prompts. */
  readonly isSinglePass: boolean
}

/** What every part of the editor knows. */
export type EditorFacts = RunFacts & { readonly project: Project }

export const RunFactsContext = createContext<RunFacts | undefined>(undefined)
export const ProjectFactsContext = createContext<ProjectFacts | undefined>(undefined)
export const ProjectContext = createContext<Project | undefined>(undefined)

export function useRunFacts(): RunFacts {
  const facts = use(RunFactsContext)
  if (!facts) throw new Error('useRunFacts needs an editor above it.')
  return facts
}

export function useProjectFacts(): ProjectFacts {
  const facts = use(ProjectFactsContext)
  if (!facts) throw new Error('useProjectFacts needs an editor above it.')
  return facts
}

/** Draws its component anew with every change of the project; cards use `useRunFacts`. */
export function useEditor(): EditorFacts {
  const facts = useRunFacts()
  const project = use(ProjectContext)
  if (!project) throw new Error('useEditor needs a project above it.')
  return { project, ...facts }
}
