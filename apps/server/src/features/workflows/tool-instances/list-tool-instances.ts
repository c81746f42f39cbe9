import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getWorkflow } from '../get-workflow.ts'
import { findToolInstances, type ToolInstanceRow } from './tool-instances.store.ts'

type Input = { readonly actor: Actor; readonly workflowId?: string | undefined }

export async function listToolInstances(
  ctx: Pick<Context, 'db'>,
  { actor, workflowId }: Input,
): Promise<ToolInstanceRow[]> {
  return findToolInstances(tenantOf(ctx, actor), workflowId ? { workflowIds: [workflowId] } : {})
}

/** A workflow has one step, so the only order is that one; any other list is refused. */
export async function reorderToolInstances(
  ctx: Pick<Context, 'db'>,
  { actor, workflowId, order }: Input & { workflowId: string; readonly order: readonly string[] },
): Promise<ToolInstanceRow[]> {
  await getWorkflow(ctx, { actor, id: workflowId })
  const instances = await listToolInstances(ctx, { actor, workflowId })
  const known = instances.map(({ id }) => id)
  if (order.length !== known.length || order.some((id) => !known.includes(id))) {
    throw badRequest('The list must name every tool instance of the workflow once.')
  }
  return instances
}
