import { legacyRefusal } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type LlmProfileRow, listProfilesOfProjects } from './profiles.store.ts'

export async function getDefaultProfile(tenant: Tenant, projectId: string): Promise<LlmProfileRow> {
  return defaultOf(await listProfilesOfProjects(tenant, [projectId]))
}

/** Throws the 500 of the contract where a project has no default profile. */
export function defaultOf(profiles: readonly LlmProfileRow[]): LlmProfileRow {
  const found = profiles.find(({ is_default }) => is_default)
  if (!found) throw legacyRefusal('The project has no default LLM profile. Choose one first.')
  return found
}
