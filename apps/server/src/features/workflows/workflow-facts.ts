import type { Facts } from '@recto/contract/policy/permits'
import type { Tenant } from '../../platform/db/database.ts'
import { listDeployerIds, loadAccess } from '../../platform/db/sharing.ts'
import { isWorkflowUsed, type WorkflowRow } from './workflows.store.ts'

/** Loads the facts by which the policy decides about a workflow. */
export async function loadWorkflowFacts(
  tenant: Tenant,
  { id, created_by, shared_to_org }: Pick<WorkflowRow, 'id' | 'created_by' | 'shared_to_org'>,
): Promise<Facts> {
  const [access, deployers, isDeployed] = await Promise.all([
    loadAccess(tenant, 'workflow', [id]),
    listDeployerIds(tenant, id),
    isWorkflowUsed(tenant, id),
  ])
  return { created_by, shared_to_org, deployers, isDeployed, ...access(id) }
}
