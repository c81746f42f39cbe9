import type { Tenant } from '../../../platform/db/database.ts'
import { askedWith, type Change, changesOf } from './asked-with.ts'
import { listDocumentsById } from './documents.store.ts'
import type { OutputRow } from './outputs.store.ts'
import { listProfilesOfProjects } from './profiles.store.ts'
import { listProjectsById } from './projects.store.ts'
import { listPromptsOfProjects } from './prompts.store.ts'

/** What has changed since each output was asked for; of those of earlier versions nothing is known. */
export async function findStale(
  tenant: Tenant,
  outputs: readonly OutputRow[],
): Promise<(output: OutputRow) => readonly Change[]> {
  const known = outputs.filter(({ asked }) => asked !== null)
  const projectIds = [...new Set(known.map(({ project_id }) => project_id))]
  const documentIds = [...new Set(known.map(({ document_id }) => document_id))]
  const [projects, prompts, profiles, documents] = await Promise.all([
    listProjectsById(tenant, projectIds),
    listPromptsOfProjects(tenant, projectIds),
    listProfilesOfProjects(tenant, projectIds),
    listDocumentsById(tenant, documentIds),
  ])
  const byId = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
    new Map(rows.map((row) => [row.id, row]))
  const [project, prompt, profile] = [byId(projects), byId(prompts), byId(profiles)]
  const document = byId(documents)

  return ({ asked, ...output }) => {
    if (!asked) return []
    const itsProject = project.get(output.project_id)
    const itsPrompt = prompt.get(output.prompt_id)
    const itsProfile = profile.get(asked.profileId)
    const documentHash = document.get(output.document_id)?.hash
    // What it was answered with is gone.
    if (!itsProject || !itsPrompt || !itsProfile || documentHash === undefined) return ['profile']
    const now = { project: itsProject, prompt: itsPrompt, profile: itsProfile, documentHash }
    return changesOf(asked, askedWith(now))
  }
}
