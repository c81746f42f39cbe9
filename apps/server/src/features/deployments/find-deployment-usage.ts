import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { getProject } from '../prompt-studio/prompt-studio.port.ts'
import { type DeploymentRow, findDeploymentsOfProject } from './deployments.store.ts'

type ProjectDeploymentsRequest = { readonly actor: Actor; readonly projectId: string }

/** Returns the deployments that the actor may see and that run the tool exported from the project, newest first. */
export async function deploymentsOfProject(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: ProjectDeploymentsRequest,
): Promise<DeploymentRow[]> {
  await getProject(ctx, { actor, projectId })
  return findDeploymentsOfProject(tenantOf(ctx, actor), projectId, { viewer: actor })
}

/** Whether any deployment runs the tool exported from the project. */
export async function isDeployed(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: ProjectDeploymentsRequest,
): Promise<boolean> {
  await getProject(ctx, { actor, projectId })
  return (await findDeploymentsOfProject(tenantOf(ctx, actor), projectId)).length > 0
}
