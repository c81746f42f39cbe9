import { type Selectable, sql, type Updateable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { breaksReference, isNameTaken } from '../../platform/db/refusals.ts'

export type WorkflowRow = Selectable<Tables['workflow']>
export type EndpointRow = Selectable<Tables['workflow_endpoint']> & { workflow_name: string }

/** With its two endpoints, both unset. Answers `undefined` when the name is already taken. */
export async function insertWorkflow(
  { db, organizationId }: Tenant,
  fields: { name: string; description: string; userId: number },
): Promise<WorkflowRow | undefined> {
  const workflow = await db
    .insertInto('workflow')
    .values({
      organization_id: organizationId,
      name: fields.name,
      description: fields.description,
      created_by: fields.userId,
      modified_by: fields.userId,
    })
    .onConflict((c) => c.constraint('workflow_name_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!workflow) return undefined
  await db
    .insertInto('workflow_endpoint')
    .values(
      (['SOURCE', 'DESTINATION'] as const).map((endpoint_type) => ({
        organization_id: organizationId,
        workflow_id: workflow.id,
        endpoint_type,
        connection_type: '' as const,
      })),
    )
    .execute()
  return workflow
}

export async function findWorkflow(
  { db, organizationId }: Tenant,
  id: string,
): Promise<WorkflowRow | undefined> {
  return db
    .selectFrom('workflow')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

type Filter = {
  readonly createdBy?: number | undefined
  readonly isActive?: boolean | undefined
  readonly order: 'asc' | 'desc'
}

export async function findWorkflows(
  { db, organizationId }: Tenant,
  { createdBy, isActive, order }: Filter,
): Promise<WorkflowRow[]> {
  let query = db.selectFrom('workflow').selectAll().where('organization_id', '=', organizationId)
  if (createdBy !== undefined) query = query.where('created_by', '=', createdBy)
  if (isActive !== undefined) query = query.where('is_active', '=', isActive)
  return query.orderBy('modified_at', order).orderBy('id').execute()
}

/** Answers `undefined` when the new name is already taken. */
export async function changeWorkflow(
  { db, organizationId }: Tenant,
  id: string,
  changes: Updateable<Tables['workflow']>,
): Promise<WorkflowRow | undefined> {
  try {
    return await db
      .updateTable('workflow')
      .set({ ...changes, modified_at: new Date() })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (isNameTaken(error)) return undefined
    throw error
  }
}

/** False when a deployment or a pipeline is built on it. */
export async function removeWorkflow({ db, organizationId }: Tenant, id: string): Promise<boolean> {
  try {
    await db
      .deleteFrom('workflow')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute()
    return true
  } catch (error) {
    if (breaksReference(error)) return false
    throw error
  }
}

/**
 * Whether a deployment or a pipeline is built on it. The database is asked by a deletion that is taken
 * back, because only it knows all who refer to a workflow.
 */
export async function isWorkflowUsed(tenant: Tenant, id: string): Promise<boolean> {
  return inTransaction(tenant, async (within) => {
    await sql`savepoint attempt`.execute(within.db)
    try {
      return !(await removeWorkflow(within, id))
    } finally {
      await sql`rollback to savepoint attempt`.execute(within.db)
    }
  })
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
  changes: Updateable<Tables['workflow_endpoint']>,
): Promise<void> {
  await db
    .updateTable('workflow_endpoint')
    .set({ ...changes, modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
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
