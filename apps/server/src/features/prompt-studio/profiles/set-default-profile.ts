import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getProject } from '../rows/get-project.ts'
import { markDefault } from './mark-profile.ts'

type Input = { readonly actor: Actor; readonly projectId: string; readonly profileId: string }

export async function setDefaultProfile(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, profileId }: Input,
): Promise<void> {
  await getProject(ctx, { actor, projectId })
  await markDefault(tenantOf(ctx, actor), { projectId, profileId })
}
