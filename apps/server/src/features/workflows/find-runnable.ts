import { badRequest } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { findTool } from '../tools/tools.port.ts'
import { findToolInstances } from './tool-instances/tool-instances.store.ts'
import { findEndpoints, findWorkflow } from './workflows.store.ts'

/** What an execution needs of a workflow, as it was when the execution began. */
export type Runnable = {
  readonly workflowId: string
  readonly workflowName: string
  readonly source: string
  readonly destination: string
  readonly toolId: string
  readonly settings: Record<string, unknown>
}

/** `undefined` when there is no such workflow; 400 with the reason when it cannot run yet. */
export async function findRunnable(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  workflowId: string,
): Promise<Runnable | undefined> {
  const workflow = await findWorkflow(tenant, workflowId)
  if (!workflow) return undefined
  const [source, destination] = await findEndpoints(tenant, { workflowIds: [workflowId] })
  if (!source?.connection_type) throw badRequest('The workflow has no source yet.')
  if (!destination?.connection_type) throw badRequest('The workflow has no destination yet.')
  const [instance] = await findToolInstances(tenant, { workflowIds: [workflowId] })
  if (!instance) throw badRequest('The workflow has no tool yet.')
  if (!(await findTool(ctx, tenant, instance.tool_id))) throw badRequest('The tool is gone.')
  return {
    workflowId,
    workflowName: workflow.name,
    source: source.connection_type,
    destination: destination.connection_type,
    toolId: instance.tool_id,
    settings: instance.metadata,
  }
}
