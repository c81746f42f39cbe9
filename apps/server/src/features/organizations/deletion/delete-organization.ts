import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { deleteConfigurationVersion } from '../../../platform/db/delete-configuration-version.ts'
import { deleteFilesOfOrganization } from '../../../platform/files/organization-folder.ts'
import { logSecurityEvent } from '../../../platform/log/log-security-event.ts'
import { findOrganization } from '../organization/organizations.store.ts'
import {
  closeDueOrganization,
  deleteOrganizationRow,
  deleteRowsOf,
  listTenantTables,
} from './deletions.store.ts'

type DeleteOrganizationDependencies = Pick<Context, 'db' | 'files' | 'log'>

/** A chain of tables that refer to one another is shorter than this. */
const maxRounds = 50

/**
 * Deletes everything of an organization, if its deletion is due. Runs again from the start after a crash:
 * the row of the organization is deleted after all others, and the files after it.
 */
export async function deleteOrganization(
  { db, files, log }: DeleteOrganizationDependencies,
  organizationId: number,
): Promise<void> {
  const tenant = { db, organizationId }
  if (await findOrganization(tenant)) {
    // Nobody can enter or undo from here on.
    const isClosed = await inTransaction(tenant, closeDueOrganization)
    if (!isClosed) return
    await deleteRows(tenant)
    await deleteOrganizationRow(tenant)
    await deleteConfigurationVersion(tenant)
  }
  await deleteFilesOfOrganization(files, organizationId)
  logSecurityEvent(log, 'organization-deleted', { organizationId })
}

/** Deletes the rows of all tables, in rounds, because some can only be deleted after others. */
async function deleteRows(tenant: Tenant): Promise<void> {
  const tables = await listTenantTables(tenant)
  for (let round = 0; round < maxRounds; round++) {
    let count = 0
    for (const table of tables) count += await deleteRowsOf(tenant, table)
    if (count === 0) return
  }
}
