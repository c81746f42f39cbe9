import { createContext, use } from 'react'
import type { PromptDocument } from '../document.ts'
import type { LlmProfile } from '../profile.ts'
import type { Project } from '../project.ts'

/**
 * Everything that prompts are run with. Separate from the prompts, so that editing one does not render
 * every card again.
 */
export type RunInputs = {
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

/** How the project as a whole is run. Editing a prompt does not change it. */
export type ProjectMode = {
  readonly id: string
  /** Whether one request contains all prompts. */
  readonly isSinglePass: boolean
}

/** Everything that the parts of the editor share. */
export type EditorData = RunInputs & { readonly project: Project }

export const RunInputsContext = createContext<RunInputs | undefined>(undefined)
export const ProjectModeContext = createContext<ProjectMode | undefined>(undefined)
export const ProjectContext = createContext<Project | undefined>(undefined)

export function useRunInputs(): RunInputs {
  const runInputs = use(RunInputsContext)
  if (!runInputs) throw new Error('useRunInputs needs an editor above it.')
  return runInputs
}

export function useProjectMode(): ProjectMode {
  const projectMode = use(ProjectModeContext)
  if (!projectMode) throw new Error('useProjectMode needs an editor above it.')
  return projectMode
}

/** Renders its component on every change of the project. Cards use `useRunInputs` instead. */
export function useEditor(): EditorData {
  const runInputs = useRunInputs()
  const project = use(ProjectContext)
  if (!project) throw new Error('useEditor needs a project above it.')
  return { project, ...runInputs }
}
