import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { type DeploymentRow, findDeployments } from './deployments.store.ts'

type Input = { readonly actor: Actor; readonly workflowId?: string | undefined }

export async function listDeployments(
  ctx: Pick<Context, 'db'>,
  { actor, workflowId }: Input,
): Promise<DeploymentRow[]> {
  return findDeployments(tenantOf(ctx, actor), workflowId)
}
