import type { Tenant } from './database.ts'

/** Of an organization that is gone: its last rows were counted as they went. */
export async function forgetConfigurationVersion({ db, organizationId }: Tenant): Promise<void> {
  await db
    .deleteFrom('configuration_version')
    .where('organization_id', '=', organizationId)
    .execute()
}
