import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { projectNameTaken } from '../projects/create-project.ts'
import { getProject, getPublicProject } from '../rows/access.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import { createPortableProject } from './create-portable-project.ts'
import { type PortableProject, toPortableProject } from './portable-project.ts'

type CloneSource = {
  /** A project that the actor may see … */
  readonly projectId?: string | undefined
  /** … or a project that is shared publicly. */
  readonly shareId?: string | undefined
}

type CloneProjectRequest = CloneSource & { readonly actor: Actor; readonly name: string }

/** Copies prompts, notes, profiles and all settings into a new project of the actor. */
export async function cloneProject(
  ctx: Pick<Context, 'db'>,
  { actor, name, ...source }: CloneProjectRequest,
): Promise<ProjectRow> {
  const { tenant, project } = await findCloneSource(ctx, actor, source)
  const portable = await loadPortableProject(tenant, project)
  const ownTenant = tenantOf(ctx, actor)
  // A row of another organization cannot be referenced.
  const sourceId = tenant.organizationId === ownTenant.organizationId ? project.id : null
  return inTransaction(ownTenant, async (transaction) => {
    const createdProject = await createPortableProject(transaction, {
      actor,
      name,
      portable,
      sourceId,
    })
    if (!createdProject) throw projectNameTaken(name)
    return createdProject.project
  })
}

async function findCloneSource(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { projectId, shareId }: CloneSource,
): Promise<{ readonly tenant: Tenant; readonly project: ProjectRow }> {
  if (shareId) return getPublicProject(ctx, shareId)
  if (!projectId) throw invalid('projectId', 'This field is required.', 'required')
  return { tenant: tenantOf(ctx, actor), project: await getProject(ctx, { actor, projectId }) }
}

/** Loads the parts of a project that are copied. */
export async function loadPortableProject(
  tenant: Tenant,
  project: ProjectRow,
): Promise<PortableProject> {
  const [profiles, prompts] = await Promise.all([
    listProfilesOfProjects(tenant, [project.id]),
    listPromptsOfProjects(tenant, [project.id]),
  ])
  return toPortableProject({ project, profiles, prompts })
}
