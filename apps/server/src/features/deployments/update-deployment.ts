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
  { actor, id, displayName, apiName, description, isActive, workflowId }: Input,
): Promise<DeploymentRow> {
  const deployment = await getDeployment(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  const isMoved = workflowId !== undefined && workflowId !== deployment.workflow_id
  if (isMoved) await assertDeployable(ctx, tenant, workflowId)

  const changed = await changeDeployment(tenant, id, {
    ...(displayName !== undefined && { display_name: displayName }),
    ...(apiName !== undefined && { api_name: apiName }),
    ...(description !== undefined && { description }),
    ...(isActive !== undefined && { is_active: isActive }),
    ...(isMoved && { workflow_id: workflowId }),
    modified_by: actor.userId,
  })
  if (!changed) throw apiNameTaken()
  return changed
}
