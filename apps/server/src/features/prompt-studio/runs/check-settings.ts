import { badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type AnsweringNeeds, refuseChallenge } from '../../answering/answering.port.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'

/** Refuses a run that needs what the project's settings ask for and this installation lacks. */
export async function checkSettings(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  project: ProjectRow,
  document: DocumentRow,
): Promise<void> {
  if (project.summarize_as_source) {
    throw badRequest(`Summary needs to be indexed before running the prompt - ${document.name}`)
  }
  if (!project.enable_challenge || !project.challenge_llm_id) return
  await refuseChallenge(ctx, tenant, project.challenge_llm_id)
}
