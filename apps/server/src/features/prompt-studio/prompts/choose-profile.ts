import { invalid } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import type { EditablePrompt } from '../rows/prompts.store.ts'

/** What a caller says of a prompt. */
export type GivenPrompt = EditablePrompt & {
  /** Absent: it follows the default when the profile that is named is the default. */
  readonly followsDefault?: boolean | undefined
}

type Before = { readonly profile_id: string | null }

/**
 * What is stored of what was given: a prompt without a profile of its own follows the project's default.
 * Clients name the default with every new prompt without choosing it, so to name it is to follow it,
 * unless the caller says otherwise. Only prompts are run, so notes have no profile.
 */
export async function withChosenProfile(
  tenant: Tenant,
  projectId: string,
  { followsDefault, ...given }: GivenPrompt,
  before: Before = { profile_id: null },
): Promise<EditablePrompt> {
  if (given.promptType === 'NOTES') return { ...given, profileId: null }
  if (followsDefault === undefined && given.profileId === undefined) return given
  const profiles = await listProfilesOfProjects(tenant, [projectId])
  const { profileId } = given
  if (profileId && !profiles.some(({ id }) => id === profileId)) {
    throw invalid('profileId', 'The project has no such profile.', 'does_not_exist')
  }
  const defaultId = profiles.find(({ is_default }) => is_default)?.id
  if (followsDefault || profileId === null) return { ...given, profileId: null }
  if (followsDefault === false) {
    return { ...given, profileId: profileId ?? before.profile_id ?? defaultId ?? null }
  }
  return { ...given, profileId: profileId === defaultId ? null : profileId }
}
