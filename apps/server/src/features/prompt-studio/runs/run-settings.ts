import { badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type AnsweringDependencies, assertCanChallenge } from '../../answering/answering.port.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { findSummarizerProfile } from '../rows/project-profiles.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { findSummary } from '../rows/summaries.store.ts'

type SettingsCheck = {
  readonly project: ProjectRow
  readonly document: DocumentRow
  /** Appended to the message about a missing summary: what the user can do. */
  readonly advice?: string
}

/**
 * Refuses a run if the project's settings need a summary that is missing or a challenger that
 * cannot be used.
 */
export async function assertRunSettings(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { project, document, advice }: SettingsCheck,
): Promise<void> {
  if (project.summarize_as_source) await getSummaryText(tenant, project, document, advice)
  if (!project.enable_challenge || !project.challenge_llm_id) return
  await assertCanChallenge(ctx, tenant, project.challenge_llm_id)
}

/** The options that the project's settings add to a run: a text that replaces the document's, and a second model. */
export function getRunSettings(tenant: Tenant, project: ProjectRow, document: DocumentRow) {
  const isChallenged = project.enable_challenge && project.challenge_llm_id !== null
  return {
    loadReplacementText: project.summarize_as_source
      ? () => getSummaryText(tenant, project, document)
      : undefined,
    challengerId: isChallenged ? (project.challenge_llm_id ?? undefined) : undefined,
  }
}

/** The settings that would make this another run. */
export const listHashedSettings = (project: ProjectRow) => [
  project.summarize_as_source,
  project.enable_challenge && project.challenge_llm_id,
]

async function getSummaryText(
  tenant: Tenant,
  project: ProjectRow,
  { id: documentId, name }: DocumentRow,
  advice = '',
): Promise<string> {
  const profiles = await listProfilesOfProjects(tenant, [project.id])
  const summary = await findSummary(tenant, {
    documentId,
    profileId: findSummarizerProfile(profiles).id,
  })
  if (summary) return summary.text
  throw badRequest(`Summary needs to be indexed before running the prompt - ${name}${advice}`)
}
