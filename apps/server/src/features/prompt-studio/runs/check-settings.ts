import { badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type AnsweringNeeds, assertChallenges } from '../../answering/answering.port.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { findSummary } from '../rows/summaries.store.ts'
import { summarizerOf } from '../rows/summarizer-of.ts'

type Checked = {
  readonly project: ProjectRow
  readonly document: DocumentRow
  /** What to do about a summary that is missing, behind the words for it. */
  readonly advice?: string
}

/** Refuses a run that needs what the project's settings ask for and is not there. */
export async function checkSettings(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { project, document, advice }: Checked,
): Promise<void> {
  if (project.summarize_as_source) await summaryOf(tenant, project, document, advice)
  if (!project.enable_challenge || !project.challenge_llm_id) return
  await assertChallenges(ctx, tenant, project.challenge_llm_id)
}

/** What the project's settings add to a run: another source, and a second model. */
export function settingsForRun(tenant: Tenant, project: ProjectRow, document: DocumentRow) {
  const isChallenged = project.enable_challenge && project.challenge_llm_id !== null
  return {
    source: project.summarize_as_source ? () => summaryOf(tenant, project, document) : undefined,
    challengerId: isChallenged ? (project.challenge_llm_id ?? undefined) : undefined,
  }
}

/** All that would make it another run. */
export const settingsInFacts = (project: ProjectRow) => [
  project.summarize_as_source,
  project.enable_challenge && project.challenge_llm_id,
]

async function summaryOf(
  tenant: Tenant,
  project: ProjectRow,
  { id: documentId, name }: DocumentRow,
  advice = '',
): Promise<string> {
  const profiles = await listProfilesOfProjects(tenant, [project.id])
  const summary = await findSummary(tenant, { documentId, profileId: summarizerOf(profiles).id })
  if (summary) return summary.text
  throw badRequest(`Summary needs to be indexed before running the prompt - ${name}${advice}`)
}
