import { projectFields } from '@recto/contract/prompt-studio/project-fields'
import type {
  ListedProject as WireListedProject,
  Project as WireProject,
} from '@recto/contract/prompt-studio/prompt-studio'
import {
  type FieldEdits,
  type FieldValues,
  fromWire,
  type GoingFields,
  wireNamesOf,
} from '@recto/contract/wire/fields'
import { omitUndefined } from '@recto/omit-undefined'
import { toWireNames } from '../../shared/api/wire-names.ts'
import { type Prompt, promptFromWire } from './prompt.ts'

/**
 * A project: documents and the prompts that are answered from them. The wire calls it a custom
 * tool.
 */
export type Project = Readonly<Omit<FieldValues<typeof projectFields>, 'grammar'>> & {
  readonly id: string
  /** Words, each with its synonyms in documents. */
  readonly grammar: Readonly<Record<string, string[]>>
  /** The profile used for the summary; undefined means the default profile. */
  readonly summarizerId: string | undefined
  /** Id in the public link of the project; undefined if it is not shared publicly. */
  readonly shareId: string | undefined
  readonly createdBy: number | null
  readonly createdByEmail: string | undefined
  readonly modifiedAt: string
  /** Prompts and notes in display order. */
  readonly prompts: readonly Prompt[]
}

/** A project in the list, without its prompts. */
export type ListedProject = Omit<Project, 'prompts'> & {
  /** Number of prompts without notes. */
  readonly promptCount: number
  /** Whether the user is one of its owners. */
  readonly isOwner: boolean
}

/** Name, author and description of a project. */
export type ProjectValues = Pick<Project, 'name' | 'author' | 'description'>

export type ProjectEdits = Omit<FieldEdits<typeof projectFields>, 'grammar'> & {
  readonly grammar?: Project['grammar']
  readonly summarizerId?: string | null
}
/** What a change may say that the user saw. */
export type ProjectExpectation = Pick<
  ProjectEdits,
  keyof GoingFields<typeof projectFields, 'expected'> | 'summarizerId'
>

export const projectNames = {
  ...wireNamesOf(projectFields),
  summarizerId: 'summarize_llm_profile',
} as const

export const projectFromWire = (wire: WireProject): Project => ({
  ...factsFromWire(wire),
  prompts: wire.prompts.map(promptFromWire),
})

export const listedProjectFromWire = (wire: WireListedProject): ListedProject => ({
  ...factsFromWire(wire),
  promptCount: wire.prompt_count,
  isOwner: wire.is_owner ?? false,
})

const factsFromWire = (wire: Omit<WireProject, 'prompts'>): Omit<Project, 'prompts'> => ({
  ...fromWire(projectFields, wire),
  id: wire.tool_id,
  grammar: wire.prompt_grammer ?? {},
  summarizerId: wire.summarize_llm_profile,
  shareId: wire.share_id,
  createdBy: wire.created_by,
  createdByEmail: wire.created_by_email,
  modifiedAt: wire.modified_at,
})

export const newProjectToWire = (values: ProjectValues) => ({
  body: toWireNames(values, projectNames),
})

type Change = {
  readonly id: string
  readonly changes: ProjectEdits
  /**
   * The values that the user saw and the change replaces: values that others have saved since are
   * not overwritten.
   */
  readonly expected?: ProjectExpectation
}

export const projectChangeToWire = ({ id, changes, expected }: Change) => ({
  params: { tool_id: id },
  body: {
    ...toWireNames(changes, projectNames),
    ...omitUndefined({ expected: expected && toWireNames(expected, projectNames) }),
  },
})
