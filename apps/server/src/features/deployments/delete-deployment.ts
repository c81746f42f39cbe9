import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { rememberClosed } from '../../platform/db/sharing.ts'
import { withdrawIfNotDeployed } from '../workflows/workflows.port.ts'
import { removeDeployment } from './deployments.store.ts'
import { getDeployment } from './get-deployment.ts'
import { recordDeployment } from './record-deployment.ts'

type DeleteDeploymentRequest = { readonly actor: Actor; readonly id: string }

/** Deletes a deployment and its keys; its executions remain. */
export async function deleteDeployment(
  ctx: Pick<Context, 'db'>,
  { actor, id }: DeleteDeploymentRequest,
): Promise<void> {
  const deployment = await getDeployment(ctx, { actor, id }, 'delete')
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await recordDeployment(tenant, actor, { done: 'deleted', deployment, before: deployment })
    await rememberClosed(tenant, { table: 'api_deployment', id })
    await removeDeployment(tenant, id)
    await withdrawIfNotDeployed(tenant, deployment.workflow_id)
  })
}
