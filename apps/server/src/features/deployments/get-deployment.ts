import { type Facts, permits } from '@recto/contract/policy/permits'
import { forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { deploymentFacts } from './deployment-facts.ts'
import { type DeploymentRow, findDeployment } from './deployments.store.ts'

/** Actions on a deployment, besides creating one. */
export type DeploymentDeed = 'see' | 'change' | 'delete' | 'keys'

const mayWithDeployment = (actor: Actor, deed: DeploymentDeed, deployment: Facts) =>
  permits(actor, `deployment/${deed}`, deployment)

type GetDeploymentRequest = { readonly actor: Actor; readonly id: string }

/**
 * Loads a deployment for an action, which is to see it unless stated otherwise. Throws 404 when the
 * actor may not see it, 403 when the actor may not do more than that.
 */
export async function getDeployment(
  ctx: Pick<Context, 'db'>,
  { actor, id }: GetDeploymentRequest,
  deed: DeploymentDeed = 'see',
): Promise<DeploymentRow> {
  const tenant = tenantOf(ctx, actor)
  const deployment = await findDeployment(tenant, id)
  if (!deployment) throw notFound('API deployment')
  const facts = await deploymentFacts(tenant, deployment)
  if (!mayWithDeployment(actor, 'see', facts)) throw notFound('API deployment')
  if (!mayWithDeployment(actor, deed, facts)) throw forbidden()
  return deployment
}
