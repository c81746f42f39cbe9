import type { Facts } from '@recto/contract/permits'
import type { Tenant } from '../../platform/db/database.ts'
import { accessOf } from '../../platform/db/sharing.ts'
import type { DeploymentRow } from './deployments.store.ts'

/** What the policy asks of a deployment. */
export async function deploymentFacts(
  tenant: Tenant,
  { id, created_by }: Pick<DeploymentRow, 'id' | 'created_by'>,
): Promise<Facts> {
  const access = await accessOf(tenant, 'api_deployment', [id])
  return { created_by, shared_to_org: true, ...access(id) }
}
