import { refusalWith500 } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type LlmProfileRow, listProfilesOfProjects } from './profiles.store.ts'

export async function getDefaultProfile(tenant: Tenant, projectId: string): Promise<LlmProfileRow> {
  return findDefaultProfile(await listProfilesOfProjects(tenant, [projectId]))
}

/** Throws the HTTP 500 that the contract demands if the project has no default profile. */
export function findDefaultProfile(profiles: readonly LlmProfileRow[]): LlmProfileRow {
  const profile = profiles.find(({ is_default }) => is_default)
  if (!profile) throw refusalWith500('The project has no default LLM profile. Choose one first.')
  return profile
}

/**
 * Returns the profile that summarizes documents: the one chosen for it, otherwise the default
 * profile.
 */
export const findSummarizerProfile = (profiles: readonly LlmProfileRow[]): LlmProfileRow =>
  profiles.find(({ is_summarizer }) => is_summarizer) ?? findDefaultProfile(profiles)
