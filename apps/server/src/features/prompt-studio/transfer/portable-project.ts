import { profileAdapters, profileFields } from '@recto/contract/prompt-studio/profile-fields'
import { projectFields } from '@recto/contract/prompt-studio/project-fields'
import { promptFields, promptParts } from '@recto/contract/prompt-studio/prompt-fields'
import { type FieldValues, pickWay } from '@recto/contract/wire/fields'
import { takeFields } from '../../../platform/db/field-columns.ts'
import type { AdapterReferences } from '../profiles/resolve-profile-adapters.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import type { PromptRow } from '../rows/prompts.store.ts'

const copiedProfileFields = pickWay(profileFields, 'copy')

/** The adapters of a profile are ids; absent if no such adapter exists. */
export type PortableProfile = FieldValues<typeof copiedProfileFields> & {
  readonly adapters: AdapterReferences
  readonly escalationLlmId: string | null
}

const copiedPromptFields = pickWay({ ...promptFields, ...promptParts }, 'copy')

export type PortablePrompt = FieldValues<typeof copiedPromptFields> & {
  /** The name of its own profile; null if it follows the default. */
  readonly profileName: string | null
}

const copiedFields = pickWay(projectFields, 'copy')

type PortableSettings = FieldValues<typeof copiedFields> &
  Pick<FieldValues<typeof projectFields>, 'challengeLlmId' | 'enableChallenge' | 'monitorLlmId'>

/** The parts of a project that are copied: no documents, outputs or shares. */
export type PortableProject = {
  readonly project: PortableSettings
  readonly profiles: readonly PortableProfile[]
  readonly prompts: readonly PortablePrompt[]
}

type ProjectRows = {
  readonly project: ProjectRow
  readonly profiles: readonly LlmProfileRow[]
  readonly prompts: readonly PromptRow[]
}

export function toPortableProject({ project, profiles, prompts }: ProjectRows): PortableProject {
  const names = new Map(profiles.map(({ id, name }) => [id, name]))
  return {
    project: {
      ...takeFields(copiedFields, project),
      challengeLlmId: project.challenge_llm_id,
      enableChallenge: project.enable_challenge,
      monitorLlmId: project.monitor_llm_id,
    },
    profiles: profiles.map(toPortableProfile),
    prompts: prompts.map((prompt) => ({
      ...takeFields(copiedPromptFields, prompt),
      profileName: names.get(prompt.profile_id ?? '') ?? null,
    })),
  }
}

export const toPortableProfile = (profile: LlmProfileRow): PortableProfile => ({
  ...takeFields(copiedProfileFields, profile),
  adapters: takeFields(profileAdapters, profile),
  escalationLlmId: profile.escalation_llm_id,
})
