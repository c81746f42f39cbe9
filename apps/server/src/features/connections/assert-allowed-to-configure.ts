import { forbidden } from '../../platform/app-error.ts'
import type { Actor } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { readOrganizationSettings } from '../organizations/organizations.port.ts'

const restrictions = {
  models: 'restrict_llm_adapter_creation',
  connectors: 'restrict_connector_creation',
} as const

/**
 * Models cost money, and connectors give access to other systems, so an organization can leave their
 * creation, and tests of settings, to its admins.
 */
export async function assertAllowedToConfigure(
  tenant: Tenant,
  { role }: Actor,
  subject: keyof typeof restrictions,
): Promise<void> {
  if (role === 'admin') return
  const settings = await readOrganizationSettings(tenant)
  if (!settings[restrictions[subject]]) return
  throw forbidden(`Only admins can configure ${subject} in this organization.`)
}
