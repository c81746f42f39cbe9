import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { findOpenInvitations, type InvitationRow } from './invitations.store.ts'

/** Returns the invitations of the actor's organization that can still be accepted. */
export async function listInvitations(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
): Promise<InvitationRow[]> {
  return findOpenInvitations(tenantOf(ctx, actor))
}
