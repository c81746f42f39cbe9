import { notFound } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { listProfilesOfProjects, type ProfileRow } from '../profiles/profiles.store.ts'
import { getDefaultProfile } from './get-default-profile.ts'

export type Chosen = {
  /** Answers the prompt. */
  readonly extraction: ProfileRow
  /** Under it the output is stored. */
  readonly storage: ProfileRow
}

type Input = {
  readonly projectId: string
  readonly requestedId: string | undefined
  readonly promptProfileId: string | null
}

/**
 * What was asked for comes first, then the prompt's own profile, then the project's default. The
 * output is stored under what was asked for or under the default, never under the prompt's own.
 */
export async function chooseProfiles(
  tenant: Tenant,
  { projectId, requestedId, promptProfileId }: Input,
): Promise<Chosen> {
  const profiles = await listProfilesOfProjects(tenant, [projectId])
  if (requestedId) {
    const requested = profiles.find(({ id }) => id === requestedId)
    if (!requested) throw notFound('profile')
    return { extraction: requested, storage: requested }
  }
  const storage = await getDefaultProfile(tenant, projectId)
  return { extraction: profiles.find(({ id }) => id === promptProfileId) ?? storage, storage }
}
