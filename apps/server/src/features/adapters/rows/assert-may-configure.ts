import { forbidden } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { readOrganizationSettings } from '../../organizations/organizations.port.ts'

/**
 * Models cost money, so an organization can restrict the creation of adapters to its admins, and
 * tests of their settings.
 */
export async function assertMayConfigureAdapter(
  tenant: Tenant,
  { actor, kind }: { readonly actor: Actor; readonly kind: AdapterKind },
): Promise<void> {
  if (kind !== 'llm' || actor.role === 'admin') return
  const settings = await readOrganizationSettings(tenant)
  if (!settings.restrict_llm_adapter_creation) return
  throw forbidden('Only admins can configure models in this organization.')
}
