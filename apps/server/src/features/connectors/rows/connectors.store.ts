import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { createNamedRowQueries } from '../../../platform/db/named-rows.ts'
import { escapeLike } from '../../../platform/db/sql-text.ts'
import { type Viewer, whereVisible } from '../../../platform/db/visible-rows.ts'
import type { ListQuery } from '../../../platform/list-query.ts'

export type ConnectorRow = Selectable<Tables['connector']>
export type ConnectorKindOfRow = ConnectorRow['kind']
export type ConnectorDirection = NonNullable<ConnectorRow['direction']>

/** Names are unique within a workflow and direction. */
export const {
  find: findConnector,
  findAll: findConnectors,
  insert: insertConnector,
  update: changeConnector,
  /** Returns false when the connector is still in use. */
  delete: removeConnector,
} = createNamedRowQueries({ table: 'connector', uniqueConstraint: 'connector_name_key' })

export type ConnectorFilter = {
  readonly workflowId?: string | undefined
  readonly createdBy?: number | undefined
  readonly direction?: ConnectorDirection | undefined
  readonly kind?: ConnectorKindOfRow | undefined
  readonly listQuery: ListQuery<'name' | 'created_at' | 'modified_at'>
}

function visibleConnectors(
  { db, organizationId }: Tenant,
  viewer: Viewer,
  { listQuery: { name, search }, ...filter }: ConnectorFilter,
) {
  let query = db
    .selectFrom('connector')
    .where('organization_id', '=', organizationId)
    .where(whereVisible(viewer, 'connector/see', 'connector'))
  if (filter.workflowId) query = query.where('workflow_id', '=', filter.workflowId)
  if (filter.createdBy !== undefined) query = query.where('created_by', '=', filter.createdBy)
  if (filter.direction) query = query.where('direction', '=', filter.direction)
  if (filter.kind) query = query.where('kind', '=', filter.kind)
  if (name) query = query.where('name', '=', name)
  return search ? query.where('name', 'ilike', `%${escapeLike(search)}%`) : query
}

/** Returns the connectors that the viewer may use. */
export async function listVisibleConnectors(
  tenant: Tenant,
  viewer: Viewer,
  filter: ConnectorFilter,
): Promise<ConnectorRow[]> {
  const { order, page } = filter.listQuery
  let query = visibleConnectors(tenant, viewer, filter)
    .selectAll()
    .orderBy(order.by, order.direction)
    .orderBy('id')
  if (page) query = query.limit(page.pageSize).offset((page.page - 1) * page.pageSize)
  return query.execute()
}

export async function countVisibleConnectors(
  tenant: Tenant,
  viewer: Viewer,
  filter: ConnectorFilter,
): Promise<number> {
  const { count } = await visibleConnectors(tenant, viewer, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Stores settings with renewed tokens. The time and author of the last change stay: the user has
 * not changed the connector.
 */
export async function updateSealedSettings(
  { db, organizationId }: Tenant,
  id: string,
  sealedSettings: string,
): Promise<void> {
  await db
    .updateTable('connector')
    .set({ sealed_settings: sealedSettings })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Returns the row and locks it against changes until the transaction ends. */
export async function lockConnector(
  { db, organizationId }: Tenant,
  id: string,
): Promise<ConnectorRow | undefined> {
  return db
    .selectFrom('connector')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
