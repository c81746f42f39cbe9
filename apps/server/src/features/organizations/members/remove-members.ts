import { forbidden } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { transferOwnership } from '../../../platform/db/ownership.ts'
import { recordChange } from '../audit/record-change.ts'
import { lockOrganization } from '../organization/organizations.store.ts'
import { deleteMembers, findMembersByEmail, findOtherAdmins } from './members.store.ts'

type RemoveMembersRequest = { readonly actor: Actor; readonly emails: readonly string[] }

/**
 * Removes people from the organization with immediate effect: their sessions leave it, their runs
 * end, and what they own passes to the actor who removes them, or to another admin. Returns how
 * many were removed. The last admin cannot be removed.
 */
export async function removeMembers(
  ctx: Pick<Context, 'db'>,
  { actor, emails }: RemoveMembersRequest,
): Promise<number> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockOrganization(tenant)
    const leavingMembers = await findMembersByEmail(tenant, emails)
    if (leavingMembers.length === 0) return 0
    const ids = leavingMembers.map(({ userId }) => userId)
    const [otherAdmin] = await findOtherAdmins(tenant, ids)
    if (otherAdmin === undefined) throw lastAdmin()

    const heir = ids.includes(actor.userId) ? otherAdmin : actor.userId
    for (const { userId, email, role } of leavingMembers) {
      await transferOwnership(tenant, { from: userId, to: heir })
      const subject = { type: 'member', id: String(userId), name: email }
      await recordChange(tenant, actor, { action: 'member.removed', subject, before: { role } })
    }
    await deleteMembers(tenant, ids)
    return ids.length
  })
}

export const lastAdmin = () => forbidden('An organization must have at least one admin.')
