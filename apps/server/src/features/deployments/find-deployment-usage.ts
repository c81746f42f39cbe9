import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { getProject } from '../prompt-studio/prompt-studio.port.ts'
import { isProjectDeployed } from './deployments.store.ts'

type Input = { readonly actor: Actor; readonly projectId: string }

/** Whether the tool made of a project answers calls. */
export async function isDeployed(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: Input,
): Promise<boolean> {
  await getProject(ctx, { actor, projectId })
  return isProjectDeployed(tenantOf(ctx, actor), projectId)
}
