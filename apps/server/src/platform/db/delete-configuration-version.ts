import type { Tenant } from './database.ts'

/**
 * Cleans up after an organization was deleted, because deleting its last rows counted a new
 * version.
 */
export async function deleteConfigurationVersion({ db, organizationId }: Tenant): Promise<void> {
  await db
    .deleteFrom('configuration_version')
    .where('organization_id', '=', organizationId)
    .execute()
}
