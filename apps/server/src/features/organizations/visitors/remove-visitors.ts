import type { Actor } from '../../../platform/context.ts'
import type { Installation } from '../../../platform/db/database.ts'
import { deleteConfigurationVersion } from '../../../platform/db/delete-configuration-version.ts'
import { deleteAccount } from '../accounts/accounts.store.ts'
import { deleteMembersOfVisitors, deleteVisitorsRow } from '../organization/visitors.store.ts'

/**
 * Deletes everything that an organization of visitors has in the database, and nothing of an
 * organization with real members. Call it in a transaction.
 */
export async function removeVisitors(
  { db }: Installation,
  { userId, organization }: Pick<Actor, 'userId' | 'organization'>,
): Promise<void> {
  const tenant = { db, organizationId: organization.id }
  // Members go first, with their default adapters: these reference adapters, which could not be
  // deleted before.
  await deleteMembersOfVisitors(tenant)
  if (!(await deleteVisitorsRow(tenant))) return
  await deleteAccount({ db }, userId)
  await deleteConfigurationVersion(tenant)
}
