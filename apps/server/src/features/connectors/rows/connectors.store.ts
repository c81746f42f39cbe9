import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { escapeLike } from '../../../platform/db/escape-like.ts'
import { namedRows } from '../../../platform/db/named-rows.ts'
import { type Viewer, visibleRows } from '../../../platform/db/visible-rows.ts'

export type ConnectorRow = Selectable<Tables['connector']>
export type ConnectorKindOfRow = ConnectorRow['kind']
export type ConnectorDirection = NonNullable<ConnectorRow['direction']>

/** A name is given once for each workflow and direction. */
export const {
  find: findConnector,
  insert: insertConnector,
  change: changeConnector,
  /** Returns false when something still uses it. */
  remove: removeConnector,
} = namedRows({ table: 'connector', unique: 'connector_name_key' })

export async function findConnectors(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<ConnectorRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('connector')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
}

export type ConnectorFilter = {
  readonly workflowId?: string | undefined
  readonly createdBy?: number | undefined
  readonly direction?: ConnectorDirection | undefined
  readonly kind?: ConnectorKindOfRow | undefined
  readonly name?: string | undefined
  /** What the name contains. */
  readonly search?: string | undefined
}

/** All that the viewer may put to use, newest change first. */
export async function listVisibleConnectors(
  { db, organizationId }: Tenant,
  viewer: Viewer,
  filter: ConnectorFilter,
): Promise<ConnectorRow[]> {
  let query = db
    .selectFrom('connector')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(visibleRows(viewer, 'connector/see', 'connector'))
  if (filter.workflowId) query = query.where('workflow_id', '=', filter.workflowId)
  if (filter.createdBy !== undefined) query = query.where('created_by', '=', filter.createdBy)
  if (filter.direction) query = query.where('direction', '=', filter.direction)
  if (filter.kind) query = query.where('kind', '=', filter.kind)
  if (filter.name) query = query.where('name', '=', filter.name)
  if (filter.search) query = query.where('name', 'ilike', `%${escapeLike(filter.search)}%`)
  return query.orderBy('modified_at', 'desc').orderBy('id').execute()
}

/** Puts renewed tokens in the place of those that were there; who uses the connector has not changed it. */
export async function keepSettings(
  { db, organizationId }: Tenant,
  id: string,
  sealed: string,
): Promise<void> {
  await db
    .updateTable('connector')
    .set({ sealed_settings: sealed })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** The row, which nobody else changes until the transaction ends. */
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
