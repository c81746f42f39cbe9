import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { leaveLive } from '../workflows/workflows.port.ts'
import { removeDeployment } from './deployments.store.ts'
import { getDeployment } from './get-deployment.ts'
import { recordDeployment } from './record-deployment.ts'

type Input = { readonly actor: Actor; readonly id: string }

/** Its keys go with it; its executions stay. */
export async function deleteDeployment(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<void> {
  const deployment = await getDeployment(ctx, { actor, id }, 'delete')
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await recordDeployment(tenant, actor, { done: 'deleted', deployment, before: deployment })
    await removeDeployment(tenant, id)
    await leaveLive(tenant, deployment.workflow_id)
  })
}
