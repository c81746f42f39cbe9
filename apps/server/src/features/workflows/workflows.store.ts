import type { FieldEdits } from '@recto/contract/wire/fields'
import { endpointFields } from '@recto/contract/workflows/workflow-fields'
import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { encodeFields } from '../../platform/db/field-columns.ts'
import { type NewFields, toColumns } from '../../platform/db/fields.ts'
import { createNamedRowQueries } from '../../platform/db/named-rows.ts'
import { hasReferrers, workflowReferrers } from '../../platform/db/referrers.ts'
import { escapeLike } from '../../platform/db/sql-text.ts'
import { type Viewer, whereVisible } from '../../platform/db/visible-rows.ts'
import type { ListQuery } from '../../platform/list-query.ts'

export type WorkflowRow = Selectable<Tables['workflow']>
export type EndpointRow = Selectable<Tables['workflow_endpoint']> & { workflow_name: string }

const workflows = createNamedRowQueries({
  table: 'workflow',
  uniqueConstraint: 'workflow_name_key',
})

export const {
  find: findWorkflow,
  update: changeWorkflow,
  /**
   * Deletes a workflow with its endpoints and its tool. Returns false when a deployment uses it.
   */
  delete: removeWorkflow,
} = workflows

/**
 * Inserts a workflow with its two endpoints, both unset. Returns `undefined` when the name is
 * taken.
 */
export async function insertWorkflow(
  tenant: Tenant,
  fields: NewFields<'workflow'>,
): Promise<WorkflowRow | undefined> {
  const workflow = await workflows.insert(tenant, fields)
  if (!workflow) return undefined
  const endpoints = (['SOURCE', 'DESTINATION'] as const).map((endpoint_type) => ({
    organization_id: tenant.organizationId,
    workflow_id: workflow.id,
    endpoint_type,
    connection_type: '' as const,
  }))
  await tenant.db.insertInto('workflow_endpoint').values(endpoints).execute()
  return workflow
}

export type WorkflowListQuery = ListQuery<'name' | 'created_at' | 'modified_at'> & {
  readonly createdBy?: number | undefined
  readonly isActive?: boolean | undefined
}

function selectWorkflows(
  { db, organizationId }: Tenant,
  viewer: Viewer,
  { createdBy, isActive, search, name }: WorkflowListQuery,
) {
  let query = db
    .selectFrom('workflow')
    .where('organization_id', '=', organizationId)
    .where(whereVisible(viewer, 'workflow/see', 'workflow'))
  if (createdBy !== undefined) query = query.where('created_by', '=', createdBy)
  if (isActive !== undefined) query = query.where('is_active', '=', isActive)
  if (name !== undefined) query = query.where('name', '=', name)
  return search ? query.where('name', 'ilike', `%${escapeLike(search)}%`) : query
}

export async function findWorkflows(
  tenant: Tenant,
  viewer: Viewer,
  listQuery: WorkflowListQuery,
): Promise<WorkflowRow[]> {
  const { order, page } = listQuery
  let query = selectWorkflows(tenant, viewer, listQuery)
    .selectAll()
    .orderBy(order.by, order.direction)
    .orderBy('id')
  if (page) query = query.limit(page.pageSize).offset((page.page - 1) * page.pageSize)
  return query.execute()
}

/** Counts the workflows of all pages. */
export async function countWorkflows(
  tenant: Tenant,
  viewer: Viewer,
  listQuery: WorkflowListQuery,
): Promise<number> {
  const { count } = await selectWorkflows(tenant, viewer, listQuery)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether a deployment uses the workflow. */
export function isWorkflowUsed(tenant: Tenant, id: string): Promise<boolean> {
  return hasReferrers(tenant, workflowReferrers, id)
}

type EndpointFilter = {
  readonly id?: string | undefined
  readonly workflowIds?: readonly string[] | undefined
  readonly endpointType?: EndpointRow['endpoint_type'] | undefined
  readonly connectionType?: EndpointRow['connection_type'] | undefined
  /** Absent for all; otherwise, the list has endpoints of workflows that this person may see. */
  readonly viewer?: Viewer | undefined
}

/** Lists endpoints sorted by workflow, the source before the destination. */
export async function findEndpoints(
  { db, organizationId }: Tenant,
  { id, workflowIds, endpointType, connectionType, viewer }: EndpointFilter,
): Promise<EndpointRow[]> {
  let query = db
    .selectFrom('workflow_endpoint')
    .innerJoin('workflow', 'workflow.id', 'workflow_endpoint.workflow_id')
    .selectAll('workflow_endpoint')
    .select('workflow.name as workflow_name')
    .where('workflow_endpoint.organization_id', '=', organizationId)
  if (id) query = query.where('workflow_endpoint.id', '=', id)
  if (workflowIds) query = query.where('workflow_endpoint.workflow_id', 'in', workflowIds)
  if (endpointType) query = query.where('endpoint_type', '=', endpointType)
  if (connectionType) query = query.where('connection_type', '=', connectionType)
  if (viewer) query = query.where(whereVisible(viewer, 'workflow/see', 'workflow'))
  return query.orderBy('workflow.name').orderBy('endpoint_type', 'desc').execute()
}

export async function changeEndpoint(
  { db, organizationId }: Tenant,
  id: string,
  changes: FieldEdits<typeof endpointFields>,
): Promise<void> {
  await db
    .updateTable('workflow_endpoint')
    .set({ ...toColumns(encodeFields(endpointFields, changes)), modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Lists workflows sorted by name, at most `limit`. */
export async function findAllWorkflowNames(
  { db, organizationId }: Tenant,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('workflow')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function findWorkflowNames(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('workflow')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
}
