import { invalid } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findMemberIds } from './members.store.ts'

/** Only members of the organization can be given something. */
export async function assertMembers(
  tenant: Tenant,
  userIds: readonly number[],
  attr = 'shared_users',
): Promise<void> {
  if (userIds.length === 0) return
  const members = new Set(await findMemberIds(tenant, userIds))
  const stranger = userIds.find((id) => !members.has(id))
  if (stranger === undefined) return
  throw invalid(attr, `User ${stranger} is not a member of this organization.`, 'does_not_exist')
}
