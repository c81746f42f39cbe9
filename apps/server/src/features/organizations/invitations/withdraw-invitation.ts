import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { isUuid } from '../../../platform/strings.ts'
import { recordChange } from '../audit/record-change.ts'
import { removeInvitation } from './invitations.store.ts'

/** Withdraws an invitation, whose link becomes invalid. Returns whether it existed. */
export async function withdrawInvitation(
  ctx: Pick<Context, 'db'>,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<boolean> {
  if (!isUuid(id)) return false
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const withdrawn = await removeInvitation(tenant, id)
    if (!withdrawn) return false
    const { email, role } = withdrawn
    const subject = { type: 'invitation', id: email, name: email }
    await recordChange(tenant, actor, { action: 'member.uninvited', subject, before: { role } })
    return true
  })
}
