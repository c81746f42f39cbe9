import type { Facts } from '@recto/contract/policy/permits'
import type { Tenant } from '../../platform/db/database.ts'
import { loadAccess } from '../../platform/db/sharing.ts'
import type { DeploymentRow } from './deployments.store.ts'

/** Facts about a deployment on which the permission policy decides. */
export async function deploymentFacts(
  tenant: Tenant,
  { id, created_by, shared_to_org }: Pick<DeploymentRow, 'id' | 'created_by' | 'shared_to_org'>,
): Promise<Facts> {
  const access = await loadAccess(tenant, 'api_deployment', [id])
  return { created_by, shared_to_org, ...access(id) }
}
