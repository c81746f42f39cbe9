import { type Act, acts, type Condition, type Role } from '@recto/contract/policy/policy'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SharedTable } from './sharing.ts'

/** Tables whose rows can be hidden from the organization. */
type RestrictableTable = Extract<SharedTable, 'adapter' | 'connector' | 'project'>

/** Properties of the user that visibility depends on. */
export type Viewer = {
  readonly userId: number
  readonly role: Role
  /** Set when the request uses a platform API key. */
  readonly service?: unknown
}

type ConditionSql = (viewer: Viewer, table: RestrictableTable) => RawBuilder<SqlBool>

const sqlByCondition: Readonly<Partial<Record<Condition, ConditionSql>>> = {
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

/** A `where` condition for the rows on which the policy lets the viewer do something. */
export function whereVisible(
  viewer: Viewer,
  permission: Act,
  table: RestrictableTable,
): RawBuilder<SqlBool> {
  const conditions = acts[permission].map((condition: Condition) => {
    const toSql = sqlByCondition[condition]
    if (!toSql)
      throw new Error(`The condition “${condition}” of ${permission} cannot be used for a list.`)
    return toSql(viewer, table)
  })
  return sql`(${sql.join(conditions, sql` or `)})`
}
