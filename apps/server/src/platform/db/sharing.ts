import { sql } from 'kysely'
import type { Tenant } from './database.ts'

/**
 * Tables whose rows can be shared. Each has an owner in `created_by` and three tables named after
 * it: `…_share`, `…_group_share` and `…_owner`.
 */
export type SharedTable =
  | 'adapter'
  | 'connector'
  | 'lookup_table'
  | 'project'
  | 'workflow'
  | 'api_deployment'
  | 'pipeline'

/** The users with access to an object besides its creator, as the permission check needs them. */
export type ObjectAccess = {
  /** Users with whom it is shared, directly or through a group. */
  readonly sharedWith: readonly number[]
  readonly coOwners: readonly number[]
}

const noAccess: ObjectAccess = { sharedWith: [], coOwners: [] }

type AccessRow = { readonly id: string; readonly user_id: number; readonly owns: boolean }

/** Loads who has access to each of the objects. */
export async function loadAccess(
  { db, organizationId }: Tenant,
  table: SharedTable,
  ids: readonly string[],
): Promise<(id: string) => ObjectAccess> {
  if (ids.length === 0) return () => noAccess
  const objectId = sql.ref(`${table}_id`)
  const isRequested = sql`organization_id = ${organizationId} and ${objectId} = any(${[...ids]}::uuid[])`
  const { rows } = await sql<AccessRow>`
    select ${objectId} as id, user_id, true as owns from ${sql.table(`${table}_owner`)} where ${isRequested}
    union all
    select ${objectId}, user_id, false from ${sql.table(`${table}_share`)} where ${isRequested}
    union all
    select ${objectId}, group_member.user_id, false
      from (select * from ${sql.table(`${table}_group_share`)} where ${isRequested}) as share
      join group_member using (group_id)`.execute(db)
  const rowsByObject = Map.groupBy(rows, ({ id }) => id)
  const getUserIds = (accessRows: readonly AccessRow[]) => [
    ...new Set(accessRows.map(({ user_id }) => user_id)),
  ]
  return (id) => {
    const objectRows = rowsByObject.get(id)
    if (!objectRows) return noAccess
    return {
      sharedWith: getUserIds(objectRows.filter(({ owns }) => !owns)),
      coOwners: getUserIds(objectRows.filter(({ owns }) => owns)),
    }
  }
}

/** The users and groups with whom an object is shared explicitly. */
export type Shares = {
  readonly users: readonly number[]
  readonly groups: readonly number[]
  readonly owners: readonly number[]
}

type SharedObjectKey = { readonly table: SharedTable; readonly id: string }

export async function loadShares(tenant: Tenant, { table, id }: SharedObjectKey): Promise<Shares> {
  return (await loadSharesOf(tenant, table, [id]))(id)
}

/** Loads with whom each of the objects is shared. */
export async function loadSharesOf(
  tenant: Tenant,
  table: SharedTable,
  ids: readonly string[],
): Promise<(id: string) => Shares> {
  const [users, groups, owners] = await Promise.all([
    loadShareIds(tenant, { table, ids }, 'share'),
    loadShareIds(tenant, { table, ids }, 'group_share'),
    loadShareIds(tenant, { table, ids }, 'owner'),
  ])
  return (id) => ({ users: users(id), groups: groups(id), owners: owners(id) })
}

type ShareKind = 'share' | 'group_share' | 'owner' | 'deployer' | 'group_deployer'

const columnByKind: Readonly<Record<ShareKind, string>> = {
  share: 'user_id',
  group_share: 'group_id',
  owner: 'user_id',
  deployer: 'user_id',
  group_deployer: 'group_id',
}

type SharedObjectKeys = { readonly table: SharedTable; readonly ids: readonly string[] }

async function loadShareIds(
  { db, organizationId }: Tenant,
  { table, ids }: SharedObjectKeys,
  kind: ShareKind,
): Promise<(id: string) => number[]> {
  if (ids.length === 0) return () => []
  const objectId = sql.ref(`${table}_id`)
  const { rows } = await sql<{ id: string; key: number }>`
    select ${objectId} as id, ${sql.ref(columnByKind[kind])} as key
    from ${sql.table(`${table}_${kind}`)}
    where organization_id = ${organizationId} and ${objectId} = any(${[...ids]}::uuid[])
    order by 2`.execute(db)
  const rowsByObject = Map.groupBy(rows, ({ id }) => id)
  return (id) => (rowsByObject.get(id) ?? []).map(({ key }) => key)
}

/** Replaces those lists that are present in `shares`. */
export async function replaceShareLists(
  tenant: Tenant,
  key: SharedObjectKey,
  { users, groups, owners }: Partial<Shares>,
): Promise<void> {
  if (users) await replaceShareIds(tenant, key, 'share', users)
  if (groups) await replaceShareIds(tenant, key, 'group_share', groups)
  if (owners) await replaceShareIds(tenant, key, 'owner', owners)
}

async function replaceShareIds(
  { db, organizationId }: Tenant,
  { table, id }: SharedObjectKey,
  kind: ShareKind,
  ids: readonly number[],
): Promise<void> {
  const tableName = sql.table(`${table}_${kind}`)
  const objectId = sql.ref(`${table}_id`)
  await sql`delete from ${tableName}
    where organization_id = ${organizationId} and ${objectId} = ${id}`.execute(db)
  if (ids.length === 0) return
  await sql`insert into ${tableName} (organization_id, ${objectId}, ${sql.ref(columnByKind[kind])})
    select ${organizationId}, ${id}::uuid, key
    from unnest(${[...new Set(ids)]}::integer[]) as key`.execute(db)
}

/** Changes whether the whole organization may use an object, and who owns it. */
export async function updateSharing(
  { db, organizationId }: Tenant,
  { table, id }: SharedObjectKey,
  changes: { readonly shared_to_org?: boolean; readonly created_by?: number },
): Promise<void> {
  for (const [column, value] of Object.entries(changes)) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}, modified_at = now()
      where organization_id = ${organizationId} and id = ${id}`.execute(db)
  }
}

/**
 * Remembers that an object was closed to the rest of the organization, so that what refers to it stays hidden
 * after its deletion. Call it in the transaction that deletes the object.
 */
export async function rememberClosed(
  { db, organizationId }: Tenant,
  { table, id }: SharedObjectKey,
): Promise<void> {
  await sql`insert into deleted_closed_object (organization_id, object_id)
    select organization_id, id from ${sql.table(table)}
    where organization_id = ${organizationId} and id = ${id} and not shared_to_org
    on conflict do nothing`.execute(db)
}

/** Locks an object, so that its sharing is changed by one request at a time. */
export async function lockSharing(
  { db, organizationId }: Tenant,
  { table, id }: SharedObjectKey,
): Promise<void> {
  await sql`select id from ${sql.table(table)}
    where organization_id = ${organizationId} and id = ${id} for no key update`.execute(db)
}

type SharedObject = { readonly table: SharedTable; readonly id: string; readonly name: string }

const nameColumns: Readonly<Record<SharedTable, string>> = {
  adapter: 'name',
  connector: 'name',
  lookup_table: 'name',
  project: 'name',
  workflow: 'name',
  api_deployment: 'display_name',
  pipeline: 'name',
}

/** Lists everything that is shared with a group. */
export async function listSharedWithGroup(
  { db, organizationId }: Tenant,
  groupId: number,
): Promise<SharedObject[]> {
  const queries = Object.entries(nameColumns).map(
    ([table, name]) => sql`
      select ${table} as "table", thing.id, thing.${sql.ref(name)} as name
      from ${sql.table(`${table}_group_share`)} as share
      join ${sql.table(table)} as thing on thing.id = share.${sql.ref(`${table}_id`)}
      where share.organization_id = ${organizationId} and share.group_id = ${groupId}`,
  )
  const { rows } = await sql<SharedObject>`${sql.join(queries, sql` union all `)}
    order by 1, 3, 2`.execute(db)
  return rows
}

/** The users and groups that may deploy a workflow because its owner says so. */
export type Deployers = Pick<Shares, 'users' | 'groups'>

const toWorkflowKey = (id: string) => ({ table: 'workflow', id }) as const

export async function loadDeployers(tenant: Tenant, workflowId: string): Promise<Deployers> {
  const keys = { table: 'workflow', ids: [workflowId] } as const
  const [users, groups] = await Promise.all([
    loadShareIds(tenant, keys, 'deployer'),
    loadShareIds(tenant, keys, 'group_deployer'),
  ])
  return { users: users(workflowId), groups: groups(workflowId) }
}

/** Lists the users who may deploy a workflow, directly or through a group. */
export async function listDeployerIds(
  { db, organizationId }: Tenant,
  workflowId: string,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from workflow_deployer
      where organization_id = ${organizationId} and workflow_id = ${workflowId}
    union
    select group_member.user_id
      from workflow_group_deployer join group_member using (group_id)
      where workflow_group_deployer.organization_id = ${organizationId}
        and workflow_id = ${workflowId}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

export async function replaceDeployers(
  tenant: Tenant,
  workflowId: string,
  { users, groups }: Deployers,
): Promise<void> {
  const key = toWorkflowKey(workflowId)
  await replaceShareIds(tenant, key, 'deployer', users)
  await replaceShareIds(tenant, key, 'group_deployer', groups)
}

/** An object that another object uses, and who may use it. */
export type UsedObject = {
  readonly name: string
  readonly created_by: number | null
  /** Whether everyone in the organization may use it. */
  readonly isOpenToAll: boolean
  /** Whether the actor may use it. */
  readonly isUsable: boolean
}
