import type { Role } from '@recto/contract/policy/policy'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { recordChange } from '../audit/record-change.ts'
import { lockOrganization } from '../organization/organizations.store.ts'
import { findMembersByEmail, findOtherAdmins, updateRole } from './members.store.ts'
import { lastAdmin } from './remove-members.ts'

type ChangeRoleRequest = {
  readonly actor: Actor
  readonly email: string
  readonly role: Role
  /** Changes the role only if the member currently has this one. */
  readonly from?: Role | undefined
}

/**
 * Changes the role of a member; returns whether there is such a member. Throws for the last admin.
 */
export async function changeRole(
  ctx: Pick<Context, 'db'>,
  { actor, email, role, from }: ChangeRoleRequest,
): Promise<boolean> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockOrganization(tenant)
    const [member] = await findMembersByEmail(tenant, [email])
    if (!member || (from && member.role !== from)) return false
    const { userId } = member
    if (member.role === role) return true
    const otherAdmins = await findOtherAdmins(tenant, [userId])
    if (member.role === 'admin' && otherAdmins.length === 0) throw lastAdmin()

    await updateRole(tenant, userId, role)
    await recordChange(tenant, actor, {
      action: 'member.role-changed',
      subject: { type: 'member', id: String(userId), name: member.email },
      before: { role: member.role },
      after: { role },
    })
    return true
  })
}
