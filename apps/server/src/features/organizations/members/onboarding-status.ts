import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { findMember, markSubscribed } from './members.store.ts'

/**
 * Whether the actor has started their subscription; always true in an installation without
 * subscriptions.
 */
export async function hasSubscribed(
  ctx: Pick<Context, 'db' | 'config'>,
  actor: Actor,
): Promise<boolean> {
  if (!ctx.config.hasSubscriptions) return true
  const member = await findMember(tenantOf(ctx, actor), actor.userId)
  return member?.isSubscribed ?? false
}

export async function markAsSubscribed(ctx: Pick<Context, 'db'>, actor: Actor): Promise<void> {
  await markSubscribed(tenantOf(ctx, actor), actor.userId)
}
