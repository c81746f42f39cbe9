import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { goLive, leaveLive } from '../workflows/workflows.port.ts'
import { apiNameTaken, assertDeployable } from './create-deployment.ts'
import { changeDeployment, type DeploymentRow } from './deployments.store.ts'
import { getDeployment } from './get-deployment.ts'
import { recordDeployment } from './record-deployment.ts'

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
  const definition = isMoved ? await assertDeployable(ctx, tenant, workflowId) : undefined

  return inTransaction(tenant, async (within) => {
    const changed = await changeDeployment(within, id, {
      ...changes,
      modifiedBy: actor.userId,
    })
    if (!changed) throw apiNameTaken()
    if (isMoved && definition) {
      await goLive(within, { workflowId, definition, userId: actor.userId })
      await leaveLive(within, deployment.workflow_id)
    }
    const values = { deployment: changed, before: deployment, after: changed }
    await recordDeployment(within, actor, { done: 'changed', ...values })
    return changed
  })
}
