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
  const [instance] = await findToolInstances(tenant, { workflowIds: [workflowId] })
  const tool = instance && (await findTool(ctx, tenant, instance.tool_id))
  return tool?.metadata.outputs.map(({ name }) => name)
}
