import type * as api from '@recto/contract/workflows'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { presentTime } from '../../platform/present-time.ts'
import { wantedList } from '../../platform/wanted-list.ts'
import { toWireFields } from '../../platform/wire-fields.ts'
import { findOwnership, userNames } from '../organizations/organizations.port.ts'
import { presentToolInstances } from './tool-instances/map-tool-instance.ts'
import { findToolInstances } from './tool-instances/tool-instances.store.ts'
import type { WantedWorkflows, WorkflowRow } from './workflows.store.ts'

type Needs = Pick<Context, 'db'>

export const toWorkflowRefusal = toWireFields({ name: 'workflow_name' })

export const newWorkflow = (body: api.NewWorkflow) => ({
  name: body.workflow_name,
  description: body.description,
})

export const workflowChanges = (body: api.WorkflowChanges) => ({
  name: body.workflow_name,
  description: body.description,
  promptText: body.prompt_text,
  isActive: body.is_active,
})

const columns: ReadonlyMap<string, WantedWorkflows['order']['by']> = new Map([
  ['workflow_name', 'name'],
  ['created_at', 'created_at'],
  ['modified_at', 'modified_at'],
])

export const wantedWorkflows = (query: api.WorkflowQuery): WantedWorkflows => ({
  ...wantedList(query, { columns, usual: { by: 'modified_at', direction: query.order_by } }),
  createdBy: query.created_by ?? query.workflow_owner,
  isActive: query.is_active,
})

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
  const ownership = await findOwnership(tenant, actor, 'workflow', workflows)
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
    ...ownership(workflow),
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
