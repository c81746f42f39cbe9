import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { updateOnboarding } from './members.store.ts'

/** Stores which of the two welcome messages the actor has seen. */
export async function saveOnboarding(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  shownTours: { readonly login: boolean; readonly prompt: boolean },
): Promise<void> {
  await updateOnboarding(tenantOf(ctx, actor), actor.userId, shownTours)
}
