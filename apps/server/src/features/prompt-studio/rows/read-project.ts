import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { getProject } from './get-project.ts'
import { type Coverage, listCoverage } from './outputs.store.ts'
import { type LlmProfileRow, listProfilesOfProjects } from './profiles.store.ts'
import { listProjectShares, type ProjectRow } from './projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from './prompts.store.ts'

type Input = { readonly actor: Actor; readonly projectId: string }

/** A project with all that an export is made of. */
export type ProjectParts = {
  readonly project: ProjectRow
  readonly profiles: readonly LlmProfileRow[]
  readonly prompts: readonly PromptRow[]
  /** Which prompts have an output for a document. */
  readonly coverage: readonly Coverage[]
  /** Those who work on it, its owner first. */
  readonly peopleIds: readonly number[]
}

export async function readProject(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: Input,
): Promise<ProjectParts> {
  const project = await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const projectIds = [projectId]
  const [profiles, prompts, coverage, peopleIds] = await Promise.all([
    listProfilesOfProjects(tenant, projectIds),
    listPromptsOfProjects(tenant, projectIds),
    listCoverage(tenant, projectIds),
    peopleOf(tenant, project),
  ])
  return { project, profiles, prompts, coverage, peopleIds }
}

/** The ids of those who work on the project, its owner first. */
export async function projectPeople(
  ctx: Pick<Context, 'db'>,
  input: Input,
): Promise<readonly number[]> {
  return peopleOf(tenantOf(ctx, input.actor), await getProject(ctx, input))
}

async function peopleOf(
  tenant: Tenant,
  { id, created_by }: ProjectRow,
): Promise<readonly number[]> {
  const shares = (await listProjectShares(tenant, [id])).get(id) ?? []
  return created_by === null ? shares : [created_by, ...shares]
}
