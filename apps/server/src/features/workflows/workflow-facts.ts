import type { Facts } from '@recto/contract/permits'
import type { Tenant } from '../../platform/db/database.ts'
import { accessOf } from '../../platform/db/sharing.ts'
import { isWorkflowUsed, type WorkflowRow } from './workflows.store.ts'

/** What the policy asks of a workflow. */
export async function workflowFacts(
  tenant: Tenant,
  { id, created_by }: Pick<WorkflowRow, 'id' | 'created_by'>,
): Promise<Facts> {
  const [access, isDeployed] = await Promise.all([
    accessOf(tenant, 'workflow', [id]),
    isWorkflowUsed(tenant, id),
  ])
  return { created_by, shared_to_org: true, isDeployed, ...access(id) }
}
