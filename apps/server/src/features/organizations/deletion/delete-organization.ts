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

/** Deletes what an organization has in an external system, while the credentials are still there. */
export type DeleteExternalData = (ctx: Context, tenant: Tenant) => Promise<void>

type DeleteOrganizationOptions = {
  readonly organizationId: number
  readonly deleteExternalData: readonly DeleteExternalData[]
}

/** A chain of tables that refer to one another is shorter than this. */
const maxRounds = 50

/**
 * Deletes everything of an organization, if its deletion is due. Runs again from the start after a crash
 * or an error: the row of the organization, which keeps the deletion due, is deleted last.
 */
export async function deleteOrganization(
  ctx: Context,
  { organizationId, deleteExternalData }: DeleteOrganizationOptions,
): Promise<void> {
  const { db, files, log } = ctx
  const tenant = { db, organizationId }
  if (!(await findOrganization(tenant))) return
  // Nobody can enter or undo from here on.
  const outcome = await inTransaction(tenant, closeDueOrganization)
  if (outcome === 'has-subscription') {
    log.warn(
      { organizationId },
      'the deletion of an organization waits until it has no subscription',
    )
  }
  if (outcome !== 'closed') return
  for (const deleteData of deleteExternalData) await deleteData(ctx, tenant)
  await deleteRows(tenant)
  await deleteFilesOfOrganization(files, organizationId)
  await inTransaction(tenant, async (transaction) => {
    await deleteOrganizationRow(transaction)
    await deleteConfigurationVersion(transaction)
  })
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
