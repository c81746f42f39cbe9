import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { getProject } from './access.ts'
import { type Coverage, listCoverage } from './outputs.store.ts'
import { type LlmProfileRow, listProfilesOfProjects } from './profiles.store.ts'
import { listProjectShares, type ProjectRow } from './projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from './prompts.store.ts'

type ProjectRequest = { readonly actor: Actor; readonly projectId: string }

/** A project with everything that an export contains. */
export type ProjectParts = {
  readonly project: ProjectRow
  readonly profiles: readonly LlmProfileRow[]
  readonly prompts: readonly PromptRow[]
  /** The documents on which each prompt has an output. */
  readonly coverage: readonly Coverage[]
  /** The project's owner, followed by the users it is shared with. */
  readonly collaboratorIds: readonly number[]
}

export async function loadProject(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: ProjectRequest,
): Promise<ProjectParts> {
  const project = await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const projectIds = [projectId]
  const [profiles, prompts, coverage, peopleIds] = await Promise.all([
    listProfilesOfProjects(tenant, projectIds),
    listPromptsOfProjects(tenant, projectIds),
    listCoverage(tenant, projectIds),
    loadCollaboratorIds(tenant, project),
  ])
  return { project, profiles, prompts, coverage, collaboratorIds: peopleIds }
}

export async function listCollaboratorIds(
  ctx: Pick<Context, 'db'>,
  input: ProjectRequest,
): Promise<readonly number[]> {
  return loadCollaboratorIds(tenantOf(ctx, input.actor), await getProject(ctx, input))
}

async function loadCollaboratorIds(
  tenant: Tenant,
  { id, created_by }: ProjectRow,
): Promise<readonly number[]> {
  const shares = (await listProjectShares(tenant, [id])).get(id) ?? []
  return created_by === null ? shares : [created_by, ...shares]
}
