import { fromWire, newFromWire, wireNamesOf } from '@recto/contract/wire/fields'
import { workflowFields } from '@recto/contract/workflows/workflow-fields'
import type * as api from '@recto/contract/workflows/workflows'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { presentFields } from '../../platform/db/field-columns.ts'
import { parseListQuery } from '../../platform/list-query.ts'
import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../platform/wire-format.ts'
import { findOwnership, userNames } from '../organizations/organizations.port.ts'
import { presentToolInstances } from './tool-instances/map-tool-instance.ts'
import { findToolInstances } from './tool-instances.store.ts'
import type { WorkflowListQuery, WorkflowRow } from './workflows.store.ts'

type PresentDependencies = Pick<Context, 'db'>

export const toWorkflowRefusal = rethrowWithWireFields(wireNamesOf(workflowFields))

export const toNewWorkflow = (body: api.NewWorkflow) => newFromWire(workflowFields, body)

export const toWorkflowChanges = (body: api.WorkflowChanges) => fromWire(workflowFields, body)

const columns: ReadonlyMap<string, WorkflowListQuery['order']['by']> = new Map([
  ['workflow_name', 'name'],
  ['created_at', 'created_at'],
  ['modified_at', 'modified_at'],
])

export const toWorkflowListQuery = (query: api.WorkflowQuery): WorkflowListQuery => ({
  ...parseListQuery(query, {
    columns,
    defaultOrder: { by: 'modified_at', direction: query.order_by },
  }),
  name: query.workflow_name,
  createdBy: query.created_by ?? query.workflow_owner,
  isActive: query.is_active,
})

export async function presentWorkflows(
  ctx: PresentDependencies,
  actor: Actor,
  workflows: readonly WorkflowRow[],
): Promise<api.Workflow[]> {
  const tenant = tenantOf(ctx, actor)
  const people = await userNames(
    tenant,
    workflows.map((workflow) => workflow.created_by),
  )
  const rows = await findToolInstances(tenant, { workflowIds: workflows.map(({ id }) => id) })
  const instances = await presentToolInstances(ctx, actor, rows)
  const ownership = await findOwnership(tenant, actor, 'workflow', workflows)
  return workflows.map((workflow) => ({
    id: workflow.id,
    ...presentFields(workflowFields, workflow),
    live_version: workflow.live_version,
    status: '',
    workflow_owner: workflow.created_by,
    deployment_type: 'DEFAULT',
    source_settings: null,
    destination_settings: null,
    organization: workflow.organization_id,
    tool_instances: instances.filter((instance) => instance.workflow === workflow.id),
    created_by: workflow.created_by,
    created_by_email: people.get(workflow.created_by ?? 0)?.email ?? null,
    modified_by: workflow.modified_by,
    created_at: presentTime(workflow.created_at),
    modified_at: presentTime(workflow.modified_at),
    ...ownership(workflow),
  }))
}

export async function presentWorkflow(
  ctx: PresentDependencies,
  actor: Actor,
  workflow: WorkflowRow,
): Promise<api.Workflow> {
  const [wireWorkflow] = await presentWorkflows(ctx, actor, [workflow])
  return wireWorkflow as api.Workflow
}
