import type * as api from '@recto/contract/tools/tool-instances'
import type { ToolInstance } from '@recto/contract/workflows/workflows'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { getToolNames, type Tool } from '../../tools/tools.port.ts'
import type { ToolInstanceRow } from './tool-instances.store.ts'

type PresentDependencies = Pick<Context, 'db'>

export const toInstanceFilter = (query: api.ToolInstanceQuery) => ({
  workflowId: query.workflow ?? query.workflow_id,
})

export const toNewToolInstance = (body: api.NewToolInstance) => ({
  workflowId: body.workflow_id,
  toolId: body.tool_id,
})

export const toToolInstanceOrder = (body: api.ToolInstanceOrder) => ({
  workflowId: body.workflow_id,
  order: body.tool_instances,
})

export const presentOfferedTool = (tool: Tool): api.CatalogueTool => ({
  name: tool.name,
  description: tool.description,
  icon: tool.icon,
  function_name: tool.id,
})

export async function presentToolInstances(
  ctx: PresentDependencies,
  actor: Actor,
  instances: readonly ToolInstanceRow[],
): Promise<ToolInstance[]> {
  const tools = await getToolNames(
    tenantOf(ctx, actor),
    instances.map((instance) => instance.tool_id),
  )
  return instances.map((instance) => ({
    id: instance.id,
    workflow: instance.workflow_id,
    tool_id: instance.tool_id,
    name: tools.get(instance.tool_id)?.name ?? '',
    icon: tools.get(instance.tool_id)?.icon ?? '',
    input: null,
    output: null,
    input_file_connector: null,
    output_file_connector: null,
    input_db_connector: null,
    output_db_connector: null,
    version: '',
    metadata: instance.metadata,
    step: instance.step,
    status: instance.status,
    created_by: instance.created_by,
    modified_by: instance.modified_by,
    created_at: presentTime(instance.created_at),
    modified_at: presentTime(instance.modified_at),
  }))
}

export async function presentToolInstance(
  ctx: PresentDependencies,
  actor: Actor,
  instance: ToolInstanceRow,
): Promise<ToolInstance> {
  const [wireInstance] = await presentToolInstances(ctx, actor, [instance])
  return wireInstance as ToolInstance
}
