import type * as api from '@recto/contract/workflows'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { presentTime } from '../../platform/present-time.ts'
import { userNames } from '../organizations/organizations.port.ts'
import { toolNames } from '../prompt-studio/prompt-studio.port.ts'
import { findToolInstances, type ToolInstanceRow } from './tool-instances.store.ts'
import type { EndpointRow, WorkflowRow } from './workflows.store.ts'

type Needs = Pick<Context, 'db'>

export async function presentWorkflows(
  ctx: Needs,
  actor: Actor,
  workflows: readonly WorkflowRow[],
): Promise<api.Workflow[]> {
  const tenant = tenantOf(ctx, actor)
  const people = await userNames(
    tenant,
    workflows.map((one) => one.created_by),
  )
  const rows = await findToolInstances(tenant, { workflowIds: workflows.map(({ id }) => id) })
  const instances = await presentToolInstances(ctx, actor, rows)
  return workflows.map((workflow) => ({
    id: workflow.id,
    workflow_name: workflow.name,
    description: workflow.description,
    prompt_text: workflow.prompt_text,
    is_active: workflow.is_active,
    status: '',
    workflow_owner: workflow.created_by,
    deployment_type: 'DEFAULT',
    source_settings: null,
    destination_settings: null,
    organization: workflow.organization_id,
    tool_instances: instances.filter((one) => one.workflow === workflow.id),
    created_by: workflow.created_by,
    created_by_email: people.get(workflow.created_by ?? 0)?.email ?? null,
    modified_by: workflow.modified_by,
    created_at: presentTime(workflow.created_at),
    modified_at: presentTime(workflow.modified_at),
  }))
}

export async function presentWorkflow(
  ctx: Needs,
  actor: Actor,
  workflow: WorkflowRow,
): Promise<api.Workflow> {
  const [presented] = await presentWorkflows(ctx, actor, [workflow])
  return presented as api.Workflow
}

export async function presentToolInstances(
  ctx: Needs,
  actor: Actor,
  instances: readonly ToolInstanceRow[],
): Promise<api.ToolInstance[]> {
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
): Promise<api.ToolInstance> {
  const [presented] = await presentToolInstances(ctx, actor, [instance])
  return presented as api.ToolInstance
}

export function presentEndpoint(endpoint: EndpointRow): api.WorkflowEndpoint {
  return {
    id: endpoint.id,
    workflow: endpoint.workflow_id,
    workflow_name: endpoint.workflow_name,
    endpoint_type: endpoint.endpoint_type,
    connection_type: endpoint.connection_type,
    configuration: endpoint.configuration,
    connector_instance: endpoint.connector_id,
    created_at: presentTime(endpoint.created_at),
    modified_at: presentTime(endpoint.modified_at),
  }
}
