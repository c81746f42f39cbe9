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

type ConnectorListQuery = ListQuery<'name' | 'created_at' | 'modified_at'>

export type ConnectorFilter = Omit<ConnectorListQuery, 'page'> & {
  readonly workflowId?: string | undefined
  readonly createdBy?: number | undefined
  readonly direction?: ConnectorDirection | undefined
  readonly kind?: ConnectorKindOfRow | undefined
}

/** Returns all connectors that the viewer may use. */
export async function listVisibleConnectors(
  { db, organizationId }: Tenant,
  viewer: Viewer,
  { order, ...filter }: ConnectorFilter,
): Promise<ConnectorRow[]> {
  let query = db
    .selectFrom('connector')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(whereVisible(viewer, 'connector/see', 'connector'))
  if (filter.workflowId) query = query.where('workflow_id', '=', filter.workflowId)
  if (filter.createdBy !== undefined) query = query.where('created_by', '=', filter.createdBy)
  if (filter.direction) query = query.where('direction', '=', filter.direction)
  if (filter.kind) query = query.where('kind', '=', filter.kind)
  if (filter.name) query = query.where('name', '=', filter.name)
  if (filter.search) query = query.where('name', 'ilike', `%${escapeLike(filter.search)}%`)
  return query.orderBy(order.by, order.direction).orderBy('id').execute()
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
