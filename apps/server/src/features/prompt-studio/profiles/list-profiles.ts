import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getProject } from '../rows/access.ts'
import { type LlmProfileRow, listProfilesOfProjects } from '../rows/profiles.store.ts'

export async function listProfiles(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: { readonly actor: Actor; readonly projectId: string },
): Promise<readonly LlmProfileRow[]> {
  await getProject(ctx, { actor, projectId })
  return listProfilesOfProjects(tenantOf(ctx, actor), [projectId])
}
