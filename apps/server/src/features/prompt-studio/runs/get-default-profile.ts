import { legacyRefusal } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { listProfilesOfProjects, type ProfileRow } from '../profiles/profiles.store.ts'

/** The contract answers 500 where a project has no default profile. */
export async function getDefaultProfile(tenant: Tenant, projectId: string): Promise<ProfileRow> {
  const profiles = await listProfilesOfProjects(tenant, [projectId])
  const found = profiles.find(({ is_default }) => is_default)
  if (!found) throw legacyRefusal('The project has no default LLM profile. Choose one first.')
  return found
}
