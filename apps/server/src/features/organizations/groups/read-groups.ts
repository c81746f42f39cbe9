import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { listSharedWithGroup } from '../../../platform/db/sharing.ts'
import { type Person, userNames } from '../members/members.store.ts'
import { getGroup } from './change-groups.ts'
import { type GroupMemberRow, type GroupRow, listGroupMembers, listGroups } from './groups.store.ts'

export type { GroupRow }

type ReadGroupsDependencies = Pick<Context, 'db'>
type ReadGroupsRequest = { readonly actor: Actor; readonly id: number }

/** Returns all groups of the organization, or those of one member. */
export async function findGroups(
  ctx: ReadGroupsDependencies,
  { actor, memberId }: { readonly actor: Actor; readonly memberId: number | undefined },
): Promise<readonly GroupRow[]> {
  return listGroups(tenantOf(ctx, actor), memberId === undefined ? {} : { memberId })
}

type GroupMember = GroupMemberRow & { readonly person: Person | undefined }

export async function findGroupMembers(
  ctx: ReadGroupsDependencies,
  input: ReadGroupsRequest,
): Promise<readonly GroupMember[]> {
  const group = await getGroup(ctx, input)
  const tenant = tenantOf(ctx, input.actor)
  const members = await listGroupMembers(tenant, [group.id])
  const people = await userNames(
    tenant,
    members.map(({ user_id }) => user_id),
  )
  return members.map((member) => ({ ...member, person: people.get(member.user_id) }))
}

/** Returns what is shared with the group. */
export async function findGroupThings(ctx: ReadGroupsDependencies, input: ReadGroupsRequest) {
  const group = await getGroup(ctx, input)
  return listSharedWithGroup(tenantOf(ctx, input.actor), group.id)
}
