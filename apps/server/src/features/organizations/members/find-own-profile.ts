import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { findMember, type MemberRow } from './members.store.ts'

/** Returns `undefined` when the actor has just ceased to be a member. */
export async function findOwnProfile(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
): Promise<MemberRow | undefined> {
  return findMember(tenantOf(ctx, actor), actor.userId)
}
