import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { getWorkflow } from './get-workflow.ts'
import { type EndpointRow, findEndpoints } from './workflows.store.ts'

type ListEndpointsRequest = {
  readonly actor: Actor
  readonly endpointType?: EndpointRow['endpoint_type'] | undefined
  readonly connectionType?: EndpointRow['connection_type'] | undefined
  readonly workflowId?: string | undefined
}

/** Lists the endpoints of all workflows that match. */
export async function listEndpoints(
  ctx: Pick<Context, 'db'>,
  { actor, endpointType, connectionType, workflowId }: ListEndpointsRequest,
): Promise<EndpointRow[]> {
  return findEndpoints(tenantOf(ctx, actor), {
    viewer: actor,
    endpointType,
    connectionType,
    workflowIds: workflowId ? [workflowId] : undefined,
  })
}

/** Lists the source, then the destination of a workflow. */
export async function listEndpointsOfWorkflow(
  ctx: Pick<Context, 'db'>,
  { actor, workflowId }: { readonly actor: Actor; readonly workflowId: string },
): Promise<EndpointRow[]> {
  await getWorkflow(ctx, { actor, id: workflowId })
  return findEndpoints(tenantOf(ctx, actor), { workflowIds: [workflowId] })
}
