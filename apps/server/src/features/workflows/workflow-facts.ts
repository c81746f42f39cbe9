import type { Facts } from '@recto/contract/policy/permits'
import type { Tenant } from '../../platform/db/database.ts'
import { loadAccess } from '../../platform/db/sharing.ts'
import { isWorkflowUsed, type WorkflowRow } from './workflows.store.ts'

/** Loads the facts by which the policy decides about a workflow. */
export async function loadWorkflowFacts(
  tenant: Tenant,
  { id, created_by }: Pick<WorkflowRow, 'id' | 'created_by'>,
): Promise<Facts> {
  const [access, isDeployed] = await Promise.all([
    loadAccess(tenant, 'workflow', [id]),
    isWorkflowUsed(tenant, id),
  ])
  return { created_by, shared_to_org: true, isDeployed, ...access(id) }
}
