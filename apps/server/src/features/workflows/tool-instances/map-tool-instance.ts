import type * as api from '@recto/contract/tool-instances'
import type { ToolInstance } from '@recto/contract/workflows'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { presentTime } from '../../../platform/present-time.ts'
import { type listTools, toolNames } from '../../tools/tools.port.ts'
import type { ToolInstanceRow } from './tool-instances.store.ts'

type Needs = Pick<Context, 'db'>
type OfferedTool = Awaited<ReturnType<typeof listTools>>[number]

export const instanceFilter = (query: api.ToolInstanceQuery) => ({
  workflowId: query.workflow ?? query.workflow_id,
})

export const newToolInstance = (body: api.NewToolInstance) => ({
  workflowId: body.workflow_id,
  toolId: body.tool_id,
})

export const toolInstanceOrder = (body: api.ToolInstanceOrder) => ({
  workflowId: body.workflow_id,
  order: body.tool_instances,
})

export const presentOfferedTool = (tool: OfferedTool): api.CatalogueTool => ({
  name: tool.name,
  description: tool.description,
  icon: tool.icon,
  function_name: tool.id,
})

export async function presentToolInstances(
  ctx: Needs,
  actor: Actor,
  instances: readonly ToolInstanceRow[],
): Promise<ToolInstance[]> {
  const tools = await toolNames(
    tenantOf(ctx, actor),
    instances.map((one) => one.tool_id),
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
  ctx: Needs,
  actor: Actor,
  instance: ToolInstanceRow,
): Promise<ToolInstance> {
  const [presented] = await presentToolInstances(ctx, actor, [instance])
  return presented as ToolInstance
}
