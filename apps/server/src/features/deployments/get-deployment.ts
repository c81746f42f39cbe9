import { forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { type DeploymentDeed, mayWithDeployment } from './deployments.policy.ts'
import { type DeploymentRow, findDeployment } from './deployments.store.ts'

type Input = { readonly actor: Actor; readonly id: string }

/** To be seen, unless stated. Throws 404 for what the actor may not see, 403 for what only others may do. */
export async function getDeployment(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
  deed: DeploymentDeed = 'see',
): Promise<DeploymentRow> {
  const deployment = await findDeployment(tenantOf(ctx, actor), id)
  if (!deployment || !mayWithDeployment(actor, 'see', deployment)) throw notFound('API deployment')
  if (!mayWithDeployment(actor, deed, deployment)) throw forbidden()
  return deployment
}
