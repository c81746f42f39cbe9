import type { deploymentFields } from '@recto/contract/deployments/deployment-fields'
import type { FieldEdits } from '@recto/contract/wire/fields'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { publishOnFirstDeployment, withdrawIfNotDeployed } from '../workflows/workflows.port.ts'
import { apiNameTaken, assertDeployable } from './create-deployment.ts'
import { changeDeployment, type DeploymentRow } from './deployments.store.ts'
import { getDeployment } from './get-deployment.ts'
import { recordDeployment } from './record-deployment.ts'

type UpdateDeploymentRequest = {
  readonly actor: Actor
  readonly id: string
} & FieldEdits<typeof deploymentFields>

/** Updates a deployment. A new API name changes its address; the keys stay valid. */
export async function updateDeployment(
  ctx: Pick<Context, 'db'>,
  { actor, id, ...changes }: UpdateDeploymentRequest,
): Promise<DeploymentRow> {
  const deployment = await getDeployment(ctx, { actor, id }, 'change')
  const tenant = tenantOf(ctx, actor)
  const { workflowId } = changes
  const isMoved = workflowId !== undefined && workflowId !== deployment.workflow_id
  if (isMoved) await assertDeployable(ctx, actor, workflowId)

  return inTransaction(tenant, async (transaction) => {
    const updatedDeployment = await changeDeployment(transaction, id, {
      ...changes,
      modifiedBy: actor.userId,
    })
    if (!updatedDeployment) throw apiNameTaken()
    if (isMoved) {
      await publishOnFirstDeployment(transaction, { workflowId, userId: actor.userId })
      await withdrawIfNotDeployed(transaction, deployment.workflow_id)
    }
    const values = { deployment: updatedDeployment, before: deployment, after: updatedDeployment }
    await recordDeployment(transaction, actor, { done: 'changed', ...values })
    return updatedDeployment
  })
}
