import type { SyncTarget } from '@recto/contract/review-rules'
import type { Tenant } from '../../platform/db/database.ts'
import type { ReviewRules } from './decide-review.ts'
import { findRule, findSetting } from './review-rules.store.ts'

/** Of a workflow as they are now; `undefined` where it has none. */
export async function findReviewRules(
  tenant: Tenant,
  workflowId: string,
): Promise<ReviewRules | undefined> {
  const row = await findRule(tenant, { workflowId })
  return row && { percentage: row.percentage, logic: row.rule_logic, tree: row.rule_json }
}

/** Where approved results of a workflow go: kept to be fetched, unless it was said otherwise. */
export async function syncTargetOf(tenant: Tenant, workflowId: string): Promise<SyncTarget> {
  return (await findSetting(tenant, { workflowId }))?.sync_with ?? 'Queue'
}
