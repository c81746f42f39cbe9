import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { countTextPagesBeyondPlan } from '../../billing/billing.port.ts'
import { planOf, type TextPlan } from './plan-of.ts'
import { findTodaysQuota } from './quota.store.ts'
import { type ModePages, sumThisMonth } from './text-usage.store.ts'

export type UsageInfo = {
  readonly plan: TextPlan
  /** Includes the reserved pages of running jobs when the plan has a daily limit. */
  readonly today: number
  readonly month: number
  /** Pages beyond a platform plan that includes the text service, in the period that is paid for. */
  readonly beyondPlan: number
  readonly byMode: ReadonlyMap<string, ModePages>
}

/** Returns the pages of this month and of today, in UTC. */
export async function getUsageInfo(
  ctx: Pick<Context, 'config' | 'db'>,
  tenant: Tenant,
): Promise<UsageInfo> {
  const { config } = ctx
  const rows = await sumThisMonth(tenant)
  const plan = await planOf(config, tenant)
  return {
    plan,
    today:
      plan.pagesPerDay === undefined
        ? rows.reduce((sum, { today }) => sum + today, 0)
        : (await findTodaysQuota(tenant, plan.id)).pages,
    month: rows.reduce((sum, { pages }) => sum + pages, 0),
    beyondPlan:
      config.billing && plan.id === 'recto-pro' ? await countTextPagesBeyondPlan(ctx, tenant) : 0,
    byMode: new Map(rows.map((row) => [row.mode, row])),
  }
}
