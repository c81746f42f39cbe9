import type { SyncTarget } from '@recto/contract/review-rules'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { ReviewRules } from './decide-review.ts'
import { findRule, findSetting } from './review-rules.store.ts'

type Needs = Pick<Context, 'configuration' | 'configurations'>

/**
 * Of a workflow as they are now, or as they were in the version under which this piece of work was begun; `undefined`
 * where it has none.
 */
export async function findReviewRules(
  { configuration, configurations }: Needs,
  tenant: Tenant,
  workflowId: string,
): Promise<ReviewRules | undefined> {
  const find = () => findAnew(tenant, workflowId)
  return configuration
    ? configurations.get(configuration, `review-rules/${workflowId}`, find)
    : find()
}

async function findAnew(tenant: Tenant, workflowId: string): Promise<ReviewRules | undefined> {
  const row = await findRule(tenant, { workflowId })
  return (
    row && {
      ...{ percentage: row.percentage, logic: row.rule_logic, tree: row.rule_json },
      wrongPerThousand: row.wrong_per_thousand,
    }
  )
}

/** Where approved results of a workflow go: kept to be fetched, unless it was said otherwise. */
export async function syncTargetOf(tenant: Tenant, workflowId: string): Promise<SyncTarget> {
  return (await findSetting(tenant, { workflowId }))?.sync_with ?? 'Queue'
}
