import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { findTool } from '../tools/tools.port.ts'
import { findToolInstances } from './tool-instances/tool-instances.store.ts'

/** The names of the fields that a workflow reads; `undefined` where it has no tool. */
export async function fieldsOfWorkflow(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  workflowId: string,
): Promise<readonly string[] | undefined> {
  const tool = await toolOfWorkflow(ctx, tenant, workflowId)
  return tool?.metadata.outputs.map(({ name }) => name)
}

/** The project whose export a workflow runs; `undefined` where it has no tool, or one that needs no project. */
export async function projectOfWorkflow(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  workflowId: string,
): Promise<string | undefined> {
  return (await toolOfWorkflow(ctx, tenant, workflowId))?.projectId || undefined
}

async function toolOfWorkflow(ctx: Pick<Context, 'db'>, tenant: Tenant, workflowId: string) {
  const [instance] = await findToolInstances(tenant, { workflowIds: [workflowId] })
  return instance && findTool(ctx, tenant, instance.tool_id)
}
