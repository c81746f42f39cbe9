import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { listMembers, type MemberRow } from './members.store.ts'

/** All members of the actor's organization, the actor too. */
export async function listColleagues(ctx: Pick<Context, 'db'>, actor: Actor): Promise<MemberRow[]> {
  return listMembers(tenantOf(ctx, actor))
}
