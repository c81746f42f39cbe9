import { type Act, acts, type Condition, type Role } from '@recto/contract/policy'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SharedTable } from './sharing.ts'

/** Can be kept from the organization, unlike other things that are shared. */
type KeptTable = Extract<SharedTable, 'adapter' | 'connector' | 'project'>

/** Who asks, as far as visibility goes. */
export type Viewer = {
  readonly userId: number
  readonly role: Role
  /** Acts for a key of the platform API. */
  readonly service?: unknown
}

type Fragment = (viewer: Viewer, table: KeptTable) => RawBuilder<SqlBool>

const fragments: Readonly<Partial<Record<Condition, Fragment>>> = {
  anyMember: () => sql`true`,
  owner: ({ userId, service }, table) =>
    service !== undefined
      ? sql`true`
      : sql`(${sql.ref(`${table}.created_by`)} = ${userId}
    or exists (select from ${sql.table(`${table}_owner`)} as owning
      where ${sql.ref(`owning.${table}_id`)} = ${sql.ref(`${table}.id`)} and owning.user_id = ${userId}))`,
  shared: ({ userId }, table) => sql`(exists (select from ${sql.table(`${table}_share`)} as share
      where ${sql.ref(`share.${table}_id`)} = ${sql.ref(`${table}.id`)} and share.user_id = ${userId})
    or exists (select from ${sql.table(`${table}_group_share`)} as share
      join group_member using (group_id)
      where ${sql.ref(`share.${table}_id`)} = ${sql.ref(`${table}.id`)} and group_member.user_id = ${userId}))`,
  sharedToOrg: (_, table) => sql`${sql.ref(`${table}.shared_to_org`)}`,
  builtIn: (_, table) => sql`${sql.ref(`${table}.is_friction_less`)}`,
  admin: ({ role }) => sql`${sql.lit(role === 'admin')}`,
}

/** The part of a `where` that keeps what the policy lets the viewer do something to. */
export function visibleRows(viewer: Viewer, act: Act, table: KeptTable): RawBuilder<SqlBool> {
  const any = acts[act].map((condition: Condition) => {
    const fragment = fragments[condition]
    if (!fragment) throw new Error(`A list cannot be asked for “${condition}” of ${act}.`)
    return fragment(viewer, table)
  })
  return sql`(${sql.join(any, sql` or `)})`
}
