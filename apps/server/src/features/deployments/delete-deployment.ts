import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { removeDeployment } from './deployments.store.ts'
import { getDeployment } from './get-deployment.ts'

type Input = { readonly actor: Actor; readonly id: string }

/** Its keys go with it; its executions stay. */
export async function deleteDeployment(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
): Promise<void> {
  await getDeployment(ctx, { actor, id }, 'delete')
  await removeDeployment(tenantOf(ctx, actor), id)
}
