import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { apiNameTaken, assertDeployable } from './create-deployment.ts'
import { changeDeployment, type DeploymentRow } from './deployments.store.ts'
import { getDeployment } from './get-deployment.ts'

type Input = {
  readonly actor: Actor
  readonly id: string
  readonly displayName?: string | undefined
  readonly apiName?: string | undefined
  readonly description?: string | undefined
  readonly isActive?: boolean | undefined
  readonly workflowId?: string | undefined
}

/** A new API name moves the address; the keys stay. */
export async function updateDeployment(
  ctx: Pick<Context, 'db'>,
  { actor, id, ...changes }: Input,
): Promise<DeploymentRow> {
  const deployment = await getDeployment(ctx, { actor, id }, 'change')
  const tenant = tenantOf(ctx, actor)
  const { workflowId } = changes
  const isMoved = workflowId !== undefined && workflowId !== deployment.workflow_id
  if (isMoved) await assertDeployable(ctx, tenant, workflowId)

  const changed = await changeDeployment(tenant, id, {
    ...changes,
    modifiedBy: actor.userId,
  })
  if (!changed) throw apiNameTaken()
  return changed
}
