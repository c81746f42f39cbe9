import { invalid } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import type { EditablePrompt, PromptRow } from '../rows/prompts.store.ts'

/** The fields of a prompt that a caller sends. */
export type PromptInput = EditablePrompt & {
  /** Absent: the prompt follows the default if the named profile is the default. */
  readonly followsDefault?: boolean | undefined
}

type CurrentPrompt = Pick<PromptRow, 'profile_id' | 'prompt_type'>

/**
 * Resolves the profile to store. A prompt without its own profile follows the project's default.
 * Clients name the default with every new prompt without the user choosing it, so naming the
 * default means following it, unless the caller says otherwise. Notes have no profile, because they
 * are not run.
 */
export async function resolvePromptProfile(
  tenant: Tenant,
  projectId: string,
  { followsDefault, ...fields }: PromptInput,
  current: CurrentPrompt = { profile_id: null, prompt_type: 'PROMPT' },
): Promise<EditablePrompt> {
  const { promptType = current.prompt_type } = fields
  if (promptType === 'NOTES') return { ...fields, profileId: null }
  if (followsDefault === undefined && fields.profileId === undefined) return fields
  const profiles = await listProfilesOfProjects(tenant, [projectId])
  const { profileId } = fields
  if (profileId && !profiles.some(({ id }) => id === profileId)) {
    throw invalid('profileId', 'The project has no such profile.', 'does_not_exist')
  }
  const defaultId = profiles.find(({ is_default }) => is_default)?.id
  if (followsDefault || profileId === null) return { ...fields, profileId: null }
  if (followsDefault === false) {
    return { ...fields, profileId: profileId ?? current.profile_id ?? defaultId ?? null }
  }
  return { ...fields, profileId: profileId === defaultId ? null : profileId }
}
