import { sql } from 'kysely'
import type { Tenant } from './database.ts'

/**
 * What can be shared. Each is a table with an owner in `created_by`, and has three more that are named
 * after it: `…_share`, `…_group_share` and `…_owner`.
 */
export type SharedTable =
  | 'adapter'
  | 'connector'
  | 'project'
  | 'workflow'
  | 'api_deployment'
  | 'pipeline'

/** Who has to do with a thing besides the one who made it: what the policy asks. */
export type ObjectAccess = {
  /** By name, or by a group that they are in. */
  readonly sharedWith: readonly number[]
  readonly coOwners: readonly number[]
}

const nobody: ObjectAccess = { sharedWith: [], coOwners: [] }

type Row = { readonly id: string; readonly user_id: number; readonly owns: boolean }

/** Who has to do with each of the things. */
export async function accessOf(
  { db, organizationId }: Tenant,
  table: SharedTable,
  ids: readonly string[],
): Promise<(id: string) => ObjectAccess> {
  if (ids.length === 0) return () => nobody
  const thing = sql.ref(`${table}_id`)
  const isAsked = sql`organization_id = ${organizationId} and ${thing} = any(${[...ids]}::uuid[])`
  const { rows } = await sql<Row>`
    select ${thing} as id, user_id, true as owns from ${sql.table(`${table}_owner`)} where ${isAsked}
    union all
    select ${thing}, user_id, false from ${sql.table(`${table}_share`)} where ${isAsked}
    union all
    select ${thing}, group_member.user_id, false
      from (select * from ${sql.table(`${table}_group_share`)} where ${isAsked}) as share
      join group_member using (group_id)`.execute(db)
  const byThing = Map.groupBy(rows, ({ id }) => id)
  const usersOf = (some: readonly Row[]) => [...new Set(some.map(({ user_id }) => user_id))]
  return (id) => {
    const found = byThing.get(id)
    if (!found) return nobody
    return {
      sharedWith: usersOf(found.filter(({ owns }) => !owns)),
      coOwners: usersOf(found.filter(({ owns }) => owns)),
    }
  }
}

/** With whom a thing is shared, as it was said. */
export type Shares = {
  readonly users: readonly number[]
  readonly groups: readonly number[]
  readonly owners: readonly number[]
}

type Which = { readonly table: SharedTable; readonly id: string }

export async function sharesOf(tenant: Tenant, which: Which): Promise<Shares> {
  const [users, groups, owners] = await Promise.all([
    keysOf(tenant, which, 'share'),
    keysOf(tenant, which, 'group_share'),
    keysOf(tenant, which, 'owner'),
  ])
  return { users, groups, owners }
}

type Part = 'share' | 'group_share' | 'owner'

const columns: Readonly<Record<Part, string>> = {
  share: 'user_id',
  group_share: 'group_id',
  owner: 'user_id',
}

async function keysOf(
  { db, organizationId }: Tenant,
  { table, id }: Which,
  part: Part,
): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`
    select ${sql.ref(columns[part])} as key from ${sql.table(`${table}_${part}`)}
    where organization_id = ${organizationId} and ${sql.ref(`${table}_id`)} = ${id}
    order by 1`.execute(db)
  return rows.map(({ key }) => key)
}

/** Replaces the lists that are given. */
export async function replaceShares(
  tenant: Tenant,
  which: Which,
  { users, groups, owners }: Partial<Shares>,
): Promise<void> {
  if (users) await replaceKeys(tenant, which, 'share', users)
  if (groups) await replaceKeys(tenant, which, 'group_share', groups)
  if (owners) await replaceKeys(tenant, which, 'owner', owners)
}

async function replaceKeys(
  { db, organizationId }: Tenant,
  { table, id }: Which,
  part: Part,
  keys: readonly number[],
): Promise<void> {
  const name = sql.table(`${table}_${part}`)
  const thing = sql.ref(`${table}_id`)
  await sql`delete from ${name}
    where organization_id = ${organizationId} and ${thing} = ${id}`.execute(db)
  if (keys.length === 0) return
  await sql`insert into ${name} (organization_id, ${thing}, ${sql.ref(columns[part])})
    select ${organizationId}, ${id}::uuid, key
    from unnest(${[...new Set(keys)]}::integer[]) as key`.execute(db)
}

/** Whom the whole organization may use it by, of a thing that can be kept from it; and whose it is. */
export async function changeShared(
  { db, organizationId }: Tenant,
  { table, id }: Which,
  changes: { readonly shared_to_org?: boolean; readonly created_by?: number },
): Promise<void> {
  for (const [column, value] of Object.entries(changes)) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}, modified_at = now()
      where organization_id = ${organizationId} and id = ${id}`.execute(db)
  }
}

/** One change of how a thing is shared at a time. */
export async function lockShared(
  { db, organizationId }: Tenant,
  { table, id }: Which,
): Promise<void> {
  await sql`select id from ${sql.table(table)}
    where organization_id = ${organizationId} and id = ${id} for no key update`.execute(db)
}

type SharedThing = { readonly table: SharedTable; readonly id: string; readonly name: string }

const names: Readonly<Record<SharedTable, string>> = {
  adapter: 'name',
  connector: 'name',
  project: 'name',
  workflow: 'name',
  api_deployment: 'display_name',
  pipeline: 'name',
}

/** All that is shared with a group. */
export async function sharedWithGroup(
  { db, organizationId }: Tenant,
  groupId: number,
): Promise<SharedThing[]> {
  const parts = Object.entries(names).map(
    ([table, name]) => sql`
      select ${table} as "table", thing.id, thing.${sql.ref(name)} as name
      from ${sql.table(`${table}_group_share`)} as share
      join ${sql.table(table)} as thing on thing.id = share.${sql.ref(`${table}_id`)}
      where share.organization_id = ${organizationId} and share.group_id = ${groupId}`,
  )
  const { rows } = await sql<SharedThing>`${sql.join(parts, sql` union all `)}
    order by 1, 3, 2`.execute(db)
  return rows
}
