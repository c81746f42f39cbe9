import type { Actor } from '../../../platform/context.ts'
import type { Installation } from '../../../platform/db/database.ts'
import { forgetConfigurationVersion } from '../../../platform/db/forget-configuration-version.ts'
import { deleteAccount } from '../accounts/accounts.store.ts'
import { deleteMembers, deleteVisitorsRow } from '../organization/visitors.store.ts'

/** All that an organization of visitors has left in the database, and nothing of one that has members. Call it in a transaction. */
export async function removeVisitors(
  { db }: Installation,
  { userId, organization }: Pick<Actor, 'userId' | 'organization'>,
): Promise<void> {
  const tenant = { db, organizationId: organization.id }
  // Their defaults go first: they name adapters, which would not go before them.
  await deleteMembers(tenant)
  if (!(await deleteVisitorsRow(tenant))) return
  await deleteAccount({ db }, userId)
  await forgetConfigurationVersion(tenant)
}
