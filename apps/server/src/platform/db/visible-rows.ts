import { type Act, acts, type Condition, type Role } from '@recto/contract/policy/policy'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tenant } from './database.ts'
import type { SharedTable } from './sharing.ts'

/** Properties of the user that visibility depends on. */
export type Viewer = {
  readonly userId: number
  readonly role: Role
  /** Set when the request uses a platform API key. */
  readonly service?: unknown
}

type ConditionSql = (viewer: Viewer, table: SharedTable) => RawBuilder<SqlBool>

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
  deployer: ({ userId }) => sql`(exists (select from workflow_deployer
      where workflow_deployer.workflow_id = workflow.id and workflow_deployer.user_id = ${userId})
    or exists (select from workflow_group_deployer join group_member using (group_id)
      where workflow_group_deployer.workflow_id = workflow.id and group_member.user_id = ${userId}))`,
  builtIn: (_, table) => sql`${sql.ref(`${table}.is_friction_less`)}`,
  admin: ({ role }) => sql`${sql.lit(role === 'admin')}`,
}

/** A `where` condition for the rows on which the policy lets the viewer do something. */
export function whereVisible(
  viewer: Viewer,
  permission: Act,
  table: SharedTable,
): RawBuilder<SqlBool> {
  const conditions = acts[permission].map((condition: Condition) => {
    const toSql = sqlByCondition[condition]
    if (!toSql)
      throw new Error(`The condition “${condition}” of ${permission} cannot be used for a list.`)
    return toSql(viewer, table)
  })
  return sql`(${sql.join(conditions, sql` or `)})`
}

type Reference = {
  /** Column that has the id of the other row, or null. */
  readonly column: string
  readonly table: SharedTable
  readonly permission: Act
}

/** Whether the viewer may do something with every row of a table, whosever it is. */
const isAllowedEverywhere = ({ role, service }: Viewer, permission: Act): boolean => {
  const conditions: readonly Condition[] = acts[permission]
  return (
    (role === 'admin' && conditions.includes('admin')) ||
    (service !== undefined && conditions.includes('owner'))
  )
}

/**
 * A `where` condition for rows that refer to a row of another table: that the viewer may see that one, or
 * that it was deleted and had not been closed before.
 */
export function whereReferenceVisible(
  { organizationId }: Pick<Tenant, 'organizationId'>,
  viewer: Viewer,
  { column, table, permission }: Reference,
): RawBuilder<SqlBool> {
  if (isAllowedEverywhere(viewer, permission)) return sql`true`
  // A row without a creator makes the condition null, which must not count as visible.
  return sql`(${sql.ref(column)} is null or ${sql.ref(column)} not in (
    select ${sql.ref(`${table}.id`)} from ${sql.table(table)}
    where ${sql.ref(`${table}.organization_id`)} = ${organizationId}
      and ${whereVisible(viewer, permission, table)} is not true
    union all
    select object_id from deleted_closed_object where organization_id = ${organizationId}))`
}

/**
 * A `where` condition for rows that refer to a row of another table: that this one is the viewer's, or
 * shared with the viewer by name.
 */
export function whereReferenceNamesViewer(
  { organizationId }: Pick<Tenant, 'organizationId'>,
  viewer: Viewer,
  { column, table, permission }: Reference,
): RawBuilder<SqlBool> {
  const conditions = acts[permission].flatMap((condition: Condition) =>
    condition === 'owner' || condition === 'shared'
      ? (sqlByCondition[condition]?.(viewer, table) ?? [])
      : [],
  )
  return sql`(${sql.ref(column)} in (
    select ${sql.ref(`${table}.id`)} from ${sql.table(table)}
    where ${sql.ref(`${table}.organization_id`)} = ${organizationId}
      and (false or ${sql.join(conditions, sql` or `)})))`
}
