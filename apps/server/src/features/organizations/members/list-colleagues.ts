import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import {
  countMembers,
  findMember,
  listMembers,
  type MemberFilter,
  type MemberRow,
} from './members.store.ts'

type ListColleaguesRequest = Omit<MemberFilter, 'slice'> & {
  /** All members are returned when absent. */
  readonly page?: { readonly number: number; readonly size: number } | undefined
}

type Colleagues = {
  readonly members: MemberRow[]
  /** Number of members on all pages. */
  readonly count: number
}

/** Lists the people of the actor's organization, including the actor. */
export async function listColleagues(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { page, ...filter }: ListColleaguesRequest = {},
): Promise<Colleagues> {
  const tenant = tenantOf(ctx, actor)
  const slice = page && { offset: (page.number - 1) * page.size, limit: page.size }
  const members = await listMembers(tenant, { ...filter, slice })
  return { members, count: page ? await countMembers(tenant, filter.search) : members.length }
}

/** Returns `undefined` when the actor has just ceased to be a member. */
export async function findOwnProfile(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
): Promise<MemberRow | undefined> {
  return findMember(tenantOf(ctx, actor), actor.userId)
}
