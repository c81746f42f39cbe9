import type { Tenant } from '../../../platform/db/database.ts'

export type ConnectorShares = {
  readonly users: readonly number[]
  readonly groups: readonly number[]
  readonly owners: readonly number[]
}

const emptyShares: ConnectorShares = { users: [], groups: [], owners: [] }

/**
 * Returns for each connector the users and groups with whom it is directly shared, and its owners.
 */
export async function sharesOfConnectors(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<(id: string) => ConnectorShares> {
  if (ids.length === 0) return () => emptyShares
  const [users, groups, owners] = await Promise.all([
    db
      .selectFrom('connector_share')
      .select(['connector_id', 'user_id as key'])
      .where('organization_id', '=', organizationId)
      .where('connector_id', 'in', ids)
      .orderBy('user_id')
      .execute(),
    db
      .selectFrom('connector_group_share')
      .select(['connector_id', 'group_id as key'])
      .where('organization_id', '=', organizationId)
      .where('connector_id', 'in', ids)
      .orderBy('group_id')
      .execute(),
    db
      .selectFrom('connector_owner')
      .select(['connector_id', 'user_id as key'])
      .where('organization_id', '=', organizationId)
      .where('connector_id', 'in', ids)
      .orderBy('user_id')
      .execute(),
  ])
  const keysOf = (rows: readonly { connector_id: string; key: number }[], id: string) =>
    rows.filter(({ connector_id }) => connector_id === id).map(({ key }) => key)
  return (id) => ({
    users: keysOf(users, id),
    groups: keysOf(groups, id),
    owners: keysOf(owners, id),
  })
}
