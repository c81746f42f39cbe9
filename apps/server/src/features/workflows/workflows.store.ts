import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { escapeLike } from '../../platform/db/escape-like.ts'
import { columnsOf, type FieldChanges, type NewFields } from '../../platform/db/fields.ts'
import { namedRows } from '../../platform/db/named-rows.ts'
import { isReferredTo, workflowReferrers } from '../../platform/db/referrers.ts'
import type { WantedList } from '../../platform/wanted-list.ts'

export type WorkflowRow = Selectable<Tables['workflow']>
export type EndpointRow = Selectable<Tables['workflow_endpoint']> & { workflow_name: string }

const workflows = namedRows({ table: 'workflow', unique: 'workflow_name_key' })

export const {
  find: findWorkflow,
  change: changeWorkflow,
  /** Its endpoints and its tool go with it. Returns false when a deployment is built on it. */
  remove: removeWorkflow,
} = workflows

/** With its two endpoints, both unset. Returns `undefined` when the name is already taken. */
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

export type WantedWorkflows = WantedList<'name' | 'created_at' | 'modified_at'> & {
  readonly createdBy?: number | undefined
  readonly isActive?: boolean | undefined
}

function wantedWorkflows(
  { db, organizationId }: Tenant,
  { createdBy, isActive, search }: WantedWorkflows,
) {
  let query = db.selectFrom('workflow').where('organization_id', '=', organizationId)
  if (createdBy !== undefined) query = query.where('created_by', '=', createdBy)
  if (isActive !== undefined) query = query.where('is_active', '=', isActive)
  return search ? query.where('name', 'ilike', `%${escapeLike(search)}%`) : query
}

export async function findWorkflows(
  tenant: Tenant,
  wanted: WantedWorkflows,
): Promise<WorkflowRow[]> {
  const { order, window } = wanted
  let query = wantedWorkflows(tenant, wanted)
    .selectAll()
    .orderBy(order.by, order.direction)
    .orderBy('id')
  if (window) query = query.limit(window.pageSize).offset((window.page - 1) * window.pageSize)
  return query.execute()
}

/** Of all pages. */
export async function countWorkflows(tenant: Tenant, wanted: WantedWorkflows): Promise<number> {
  const { count } = await wantedWorkflows(tenant, wanted)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether a deployment is built on it. */
export function isWorkflowUsed(tenant: Tenant, id: string): Promise<boolean> {
  return isReferredTo(tenant, workflowReferrers, id)
}

type EndpointFilter = {
  readonly id?: string | undefined
  readonly workflowIds?: readonly string[] | undefined
  readonly endpointType?: EndpointRow['endpoint_type'] | undefined
  readonly connectionType?: EndpointRow['connection_type'] | undefined
}

/** The source before the destination. */
export async function findEndpoints(
  { db, organizationId }: Tenant,
  { id, workflowIds, endpointType, connectionType }: EndpointFilter,
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
  return query.orderBy('workflow.name').orderBy('endpoint_type', 'desc').execute()
}

export async function changeEndpoint(
  { db, organizationId }: Tenant,
  id: string,
  changes: FieldChanges<'workflow_endpoint'>,
): Promise<void> {
  await db
    .updateTable('workflow_endpoint')
    .set({ ...columnsOf(changes), modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** By name, so many at most. */
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
