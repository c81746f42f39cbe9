import type * as api from '@recto/contract/tools/tool-instances'
import type { ToolInstance } from '@recto/contract/workflows/workflows'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { WorkflowDefinition } from '../../../platform/db/tables/workflows.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { getToolNames, type Tool } from '../../tools/tools.port.ts'
import type { ToolInstanceRow } from '../tool-instances.store.ts'
import { findLiveDefinitions } from '../workflow-versions.store.ts'

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
  const tenant = tenantOf(ctx, actor)
  const tools = await getToolNames(
    tenant,
    instances.map((instance) => instance.tool_id),
  )
  const workflowIds = instances.map((instance) => instance.workflow_id)
  const liveDefinitions = await findLiveDefinitions(tenant, workflowIds)
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
    tool_version: instance.tool_version,
    metadata: instance.metadata,
    live: presentLiveStep(liveDefinitions.get(instance.workflow_id)),
    step: instance.step,
    status: instance.status,
    created_by: instance.created_by,
    modified_by: instance.modified_by,
    created_at: presentTime(instance.created_at),
    modified_at: presentTime(instance.modified_at),
  }))
}

const presentLiveStep = (definition: WorkflowDefinition | undefined): ToolInstance['live'] =>
  definition
    ? {
        tool_id: definition.toolId,
        tool_version: definition.toolVersion ?? null,
        metadata: definition.settings,
      }
    : null

export async function presentToolInstance(
  ctx: PresentDependencies,
  actor: Actor,
  instance: ToolInstanceRow,
): Promise<ToolInstance> {
  const [wireInstance] = await presentToolInstances(ctx, actor, [instance])
  return wireInstance as ToolInstance
}
