import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { countMembers, listMembers, type MemberFilter, type MemberRow } from './members.store.ts'

type Input = Omit<MemberFilter, 'slice'> & {
  /** All at once unless stated. */
  readonly page?: { readonly number: number; readonly size: number } | undefined
}

type Colleagues = {
  readonly members: MemberRow[]
  /** Of all pages. */
  readonly count: number
}

/** The people of the actor's organization, the actor too. */
export async function listColleagues(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { page, ...filter }: Input = {},
): Promise<Colleagues> {
  const tenant = tenantOf(ctx, actor)
  const slice = page && { offset: (page.number - 1) * page.size, limit: page.size }
  const members = await listMembers(tenant, { ...filter, slice })
  return { members, count: page ? await countMembers(tenant, filter.search) : members.length }
}
