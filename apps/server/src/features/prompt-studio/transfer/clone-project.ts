import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { nameTaken } from '../projects/create-project.ts'
import { getProject } from '../rows/get-project.ts'
import { getPublicProject } from '../rows/get-public-project.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import { makeProject } from './make-project.ts'
import { type PortableProject, portableOf } from './portable-project.ts'

type Source = {
  /** One that the actor sees … */
  readonly projectId?: string | undefined
  /** … or one that everybody who has its link does. */
  readonly shareId?: string | undefined
}

type Input = Source & { readonly actor: Actor; readonly name: string }

/** Copies prompts, notes, profiles and all settings into a project of the actor's own. */
export async function cloneProject(
  ctx: Pick<Context, 'db'>,
  { actor, name, ...source }: Input,
): Promise<ProjectRow> {
  const { tenant, project } = await findSource(ctx, actor, source)
  const portable = await readPortable(tenant, project)
  const own = tenantOf(ctx, actor)
  // What another organization has is none of this one's rows.
  const sourceId = tenant.organizationId === own.organizationId ? project.id : null
  return inTransaction(own, async (within) => {
    const made = await makeProject(within, { actor, name, portable, sourceId })
    if (!made) throw nameTaken(name)
    return made.project
  })
}

async function findSource(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { projectId, shareId }: Source,
): Promise<{ readonly tenant: Tenant; readonly project: ProjectRow }> {
  if (shareId) return getPublicProject(ctx, shareId)
  if (!projectId) throw invalid('projectId', 'This field is required.', 'required')
  return { tenant: tenantOf(ctx, actor), project: await getProject(ctx, { actor, projectId }) }
}

/** A project with what goes along of it. */
export async function readPortable(tenant: Tenant, project: ProjectRow): Promise<PortableProject> {
  const [profiles, prompts] = await Promise.all([
    listProfilesOfProjects(tenant, [project.id]),
    listPromptsOfProjects(tenant, [project.id]),
  ])
  return portableOf({ project, profiles, prompts })
}
