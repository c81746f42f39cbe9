import type { Role } from '@recto/contract/policy'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { recordChange } from '../audit/record-change.ts'
import { lockOrganization } from '../organization/organizations.store.ts'
import { findMembersByEmail, findOtherAdmins, updateRole } from './members.store.ts'
import { lastAdmin } from './remove-members.ts'

type Input = {
  readonly actor: Actor
  readonly email: string
  readonly role: Role
  /** Only who has this role now. */
  readonly from?: Role | undefined
}

/** Returns whether there is such a member. The last admin stays one. */
export async function changeRole(
  ctx: Pick<Context, 'db'>,
  { actor, email, role, from }: Input,
): Promise<boolean> {
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockOrganization(tenant)
    const [member] = await findMembersByEmail(tenant, [email])
    if (!member || (from && member.role !== from)) return false
    const { userId } = member
    if (member.role === role) return true
    const others = await findOtherAdmins(tenant, [userId])
    if (member.role === 'admin' && others.length === 0) throw lastAdmin()

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
