import type { Context } from '../../../platform/context.ts'
import { transferOwnership } from '../../../platform/db/ownership.ts'
import { logSecurityEvent } from '../../../platform/log/log-security-event.ts'
import { deleteAccount } from '../accounts/accounts.store.ts'
import { recordChange } from '../audit/record-change.ts'
import { deleteMembers, findMember, findOtherAdmins } from '../members/members.store.ts'
import { listOrganizationsOf, lockOrganization } from '../organization/organizations.store.ts'
import { lockDueAccount } from './deletions.store.ts'

/**
 * Deletes an account, if its deletion is due. What it owns passes to an admin of each organization. Waits
 * while an organization would be left without an admin.
 */
export async function deleteDueAccount(
  { db, log }: Pick<Context, 'db' | 'log'>,
  userId: number,
): Promise<void> {
  const isDeleted = await db
    .transaction()
    .execute(async (trx) => {
      const account = await lockDueAccount({ db: trx }, userId)
      if (!account) return false
      for (const { id: organizationId } of await listOrganizationsOf({ db: trx }, userId)) {
        const tenant = { db: trx, organizationId }
        await lockOrganization(tenant)
        const [heir] = await findOtherAdmins(tenant, [userId])
        const member = await findMember(tenant, userId)
        if (heir === undefined || !member) throw new OnlyAdminError()
        await transferOwnership(tenant, { from: userId, to: heir })
        await recordChange(
          tenant,
          { userId: null, email: account.email },
          {
            action: 'member.removed',
            subject: { type: 'member', id: String(userId), name: account.email },
            before: { role: member.role },
          },
        )
        await deleteMembers(tenant, [userId])
      }
      await deleteAccount({ db: trx }, userId)
      return true
    })
    .catch((error) => {
      // The next run tries again.
      if (error instanceof OnlyAdminError) return false
      throw error
    })
  if (isDeleted) logSecurityEvent(log, 'account-deleted', { userId })
}

/** The account is the only admin of an organization, which would be left without one. */
class OnlyAdminError extends Error {
  override readonly name = 'OnlyAdminError'
}
