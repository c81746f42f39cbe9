import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getProject } from '../projects/get-project.ts'
import { listProfilesOfProjects, type ProfileRow } from './profiles.store.ts'

export async function listProfiles(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: { readonly actor: Actor; readonly projectId: string },
): Promise<readonly ProfileRow[]> {
  await getProject(ctx, { actor, projectId })
  return listProfilesOfProjects(tenantOf(ctx, actor), [projectId])
}
