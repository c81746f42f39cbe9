import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type GroupRow = Selectable<Tables['member_group']> & { readonly member_count: number }

/** Returns all groups, or those of one member, ordered by name. */
export async function listGroups(
  { db, organizationId }: Tenant,
  { memberId, ids }: { readonly memberId?: number; readonly ids?: readonly number[] } = {},
): Promise<GroupRow[]> {
  return db
    .selectFrom('member_group')
    .selectAll()
    .select(
      sql<number>`(select count(*)::integer from group_member
        where group_member.group_id = member_group.id)`.as('member_count'),
    )
    .where('organization_id', '=', organizationId)
    .$if(ids !== undefined, (q) => q.where('id', 'in', [...(ids ?? []), -1]))
    .$if(memberId !== undefined, (q) =>
      q.where('id', 'in', (expression) =>
        expression
          .selectFrom('group_member')
          .select('group_id')
          .where('user_id', '=', memberId ?? 0),
      ),
    )
    .orderBy('name')
    .execute()
}

/** Inserts a group; returns `undefined` when the name is taken. */
export async function insertGroup(
  { db, organizationId }: Tenant,
  group: { readonly name: string; readonly description: string; readonly createdBy: number },
): Promise<number | undefined> {
  const { createdBy: created_by, ...fields } = group
  const insertedRow = await db
    .insertInto('member_group')
    .values({ ...fields, created_by, organization_id: organizationId })
    .onConflict((conflict) => conflict.constraint('member_group_name_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return insertedRow?.id
}

export async function changeGroupRow(
  { db, organizationId }: Tenant,
  id: number,
  fields: { readonly name?: string; readonly description?: string },
): Promise<void> {
  await db
    .updateTable('member_group')
    .set({ ...fields, modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a group and all sharing with it. */
export async function deleteGroupRow({ db, organizationId }: Tenant, id: number): Promise<void> {
  await db
    .deleteFrom('member_group')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export type GroupMemberRow = {
  readonly group_id: number
  readonly user_id: number
  readonly joined_at: Date
}

export async function listGroupMembers(
  { db, organizationId }: Tenant,
  groupIds: readonly number[],
): Promise<GroupMemberRow[]> {
  if (groupIds.length === 0) return []
  return db
    .selectFrom('group_member')
    .select(['group_id', 'user_id', 'joined_at'])
    .where('organization_id', '=', organizationId)
    .where('group_id', 'in', groupIds)
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute()
}

/** Adds users to the group and returns those who were not in it yet. */
export async function insertGroupMembers(
  { db, organizationId }: Tenant,
  groupId: number,
  userIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .insertInto('group_member')
    .values(
      [...new Set(userIds)].map((user_id) => ({
        organization_id: organizationId,
        group_id: groupId,
        user_id,
      })),
    )
    .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doNothing())
    .returning('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Removes a user from the group; returns whether they were in it. */
export async function deleteGroupMember(
  { db, organizationId }: Tenant,
  groupId: number,
  userId: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('group_member')
    .where('organization_id', '=', organizationId)
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
