import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { sharedWithGroup } from '../../../platform/db/sharing.ts'
import { type Person, userNames } from '../members/members.store.ts'
import { getGroup } from './change-groups.ts'
import { type GroupMemberRow, type GroupRow, listGroupMembers, listGroups } from './groups.store.ts'

export type { GroupRow }

type Needs = Pick<Context, 'db'>
type Input = { readonly actor: Actor; readonly id: number }

/** All groups of the organization, or those that one member is in. */
export async function findGroups(
  ctx: Needs,
  { actor, memberId }: { readonly actor: Actor; readonly memberId: number | undefined },
): Promise<readonly GroupRow[]> {
  return listGroups(tenantOf(ctx, actor), memberId === undefined ? {} : { memberId })
}

type InGroup = GroupMemberRow & { readonly person: Person | undefined }

export async function findGroupMembers(ctx: Needs, input: Input): Promise<readonly InGroup[]> {
  const group = await getGroup(ctx, input)
  const tenant = tenantOf(ctx, input.actor)
  const members = await listGroupMembers(tenant, [group.id])
  const people = await userNames(
    tenant,
    members.map(({ user_id }) => user_id),
  )
  return members.map((member) => ({ ...member, person: people.get(member.user_id) }))
}

/** What is shared with the group. */
export async function findGroupThings(ctx: Needs, input: Input) {
  const group = await getGroup(ctx, input)
  return sharedWithGroup(tenantOf(ctx, input.actor), group.id)
}
