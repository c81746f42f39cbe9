import { forbidden } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { readOrganizationSettings } from '../../organizations/organizations.port.ts'

/**
 * Connectors give access to other systems, so an organization can restrict their creation, and
 * tests of settings, to its admins.
 */
export async function assertMayConfigureConnectors(tenant: Tenant, { role }: Actor): Promise<void> {
  if (role === 'admin') return
  const settings = await readOrganizationSettings(tenant)
  if (!settings.restrict_connector_creation) return
  throw forbidden('Only admins can configure connectors in this organization.')
}
