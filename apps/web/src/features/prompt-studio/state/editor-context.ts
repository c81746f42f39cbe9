import { createContext, use } from 'react'
import type { PromptDocument } from '../document.ts'
import type { LlmProfile } from '../profile.ts'
import type { Project } from '../project.ts'

/**
 * Everything that prompts are run with. Separate from the prompts, so that editing one does not render
 * every card again.
 */
export type RunFacts = {
  /** Profiles in order of creation. */
  readonly profiles: readonly LlmProfile[]
  /** All profiles, including those that a single pass does not use. */
  readonly allProfiles: readonly LlmProfile[]
  readonly documents: readonly PromptDocument[]
  /** The selected document. */
  readonly document: PromptDocument | undefined
  /** Whether a second model judges each answer. */
  readonly isChallenged: boolean
}

/** Facts about the project as a whole. Editing a prompt does not change them. */
export type ProjectFacts = {
  readonly id: string
  /** Whether one request contains all prompts. */
  readonly isSinglePass: boolean
}

/** Everything that the parts of the editor share. */
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

/** Renders its component on every change of the project. Cards use `useRunFacts` instead. */
export function useEditor(): EditorFacts {
  const facts = useRunFacts()
  const project = use(ProjectContext)
  if (!project) throw new Error('useEditor needs a project above it.')
  return { project, ...facts }
}
