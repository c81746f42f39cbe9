import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { isUuid } from '../../../platform/strings.ts'
import { recordChange } from '../audit/record-change.ts'
import { findOpenInvitations, type InvitationRow, removeInvitation } from './invitations.store.ts'

/** Returns the invitations of the actor's organization that can still be accepted. */
export async function listInvitations(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
): Promise<InvitationRow[]> {
  return findOpenInvitations(tenantOf(ctx, actor))
}

/** Withdraws an invitation, whose link becomes invalid. Returns whether it existed. */
export async function withdrawInvitation(
  ctx: Pick<Context, 'db'>,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<boolean> {
  if (!isUuid(id)) return false
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const invitation = await removeInvitation(tenant, id)
    if (!invitation) return false
    const { email, role } = invitation
    const subject = { type: 'invitation', id: email, name: email }
    await recordChange(tenant, actor, { action: 'member.uninvited', subject, before: { role } })
    return true
  })
}
