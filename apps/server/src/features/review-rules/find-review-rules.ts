import type { SyncTarget } from '@recto/contract/review/review-rules'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { ReviewRules } from './decide-review.ts'
import { findRule, findSetting } from './review-rules.store.ts'

type FindReviewRulesDependencies = Pick<Context, 'configurationVersion' | 'configurationCache'>

/**
 * Returns the rules of a workflow, either the current ones or those of the configuration version
 * under which this work was started; `undefined` when there are none.
 */
export async function findReviewRules(
  { configurationVersion, configurationCache }: FindReviewRulesDependencies,
  tenant: Tenant,
  workflowId: string,
): Promise<ReviewRules | undefined> {
  const find = () => findAnew(tenant, workflowId)
  return configurationVersion
    ? configurationCache.get(configurationVersion, `review-rules/${workflowId}`, find)
    : find()
}

async function findAnew(tenant: Tenant, workflowId: string): Promise<ReviewRules | undefined> {
  const row = await findRule(tenant, { workflowId })
  return (
    row && {
      percentage: row.percentage,
      logic: row.rule_logic,
      tree: row.rule_json,
      wrongPerThousand: row.wrong_per_thousand,
    }
  )
}

/** Returns where approved results of a workflow go; `undefined` if nothing is set, as after its deletion. */
export async function findSyncTarget(
  tenant: Tenant,
  workflowId: string,
): Promise<SyncTarget | undefined> {
  return (await findSetting(tenant, { workflowId }))?.sync_with
}
