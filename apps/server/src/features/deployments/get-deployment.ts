import { notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { type DeploymentRow, findDeployment } from './deployments.store.ts'

type Input = { readonly actor: Actor; readonly id: string }

export async function getDeployment(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<DeploymentRow> {
  const deployment = await findDeployment(tenantOf(ctx, actor), id)
  if (!deployment) throw notFound('API deployment')
  return deployment
}
