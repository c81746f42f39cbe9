import { omitUndefined } from '@recto/omit-undefined'
import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getWorkflow } from '../get-workflow.ts'
import { findToolInstances, type ToolInstanceRow } from '../tool-instances.store.ts'

type ListToolInstancesRequest = { readonly actor: Actor; readonly workflowId?: string | undefined }

export async function listToolInstances(
  ctx: Pick<Context, 'db'>,
  { actor, workflowId }: ListToolInstancesRequest,
): Promise<ToolInstanceRow[]> {
  const workflowIds = workflowId === undefined ? undefined : [workflowId]
  return findToolInstances(tenantOf(ctx, actor), {
    viewer: actor,
    ...omitUndefined({ workflowIds }),
  })
}

/** A workflow has one tool, so the only valid order is that one; any other list is rejected. */
export async function reorderToolInstances(
  ctx: Pick<Context, 'db'>,
  {
    actor,
    workflowId,
    order,
  }: ListToolInstancesRequest & { workflowId: string; readonly order: readonly string[] },
): Promise<ToolInstanceRow[]> {
  await getWorkflow(ctx, { actor, id: workflowId })
  const instances = await listToolInstances(ctx, { actor, workflowId })
  const existingIds = instances.map(({ id }) => id)
  if (order.length !== existingIds.length || order.some((id) => !existingIds.includes(id))) {
    throw badRequest('The list must contain every tool instance of the workflow exactly once.')
  }
  return instances
}
