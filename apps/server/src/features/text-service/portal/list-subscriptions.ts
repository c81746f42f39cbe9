import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { planOf, plans, subscriptionIdOf } from '../usage/plan-of.ts'
import { utcDayOf } from './period-of.ts'
import { type DayPages, hasUsed, sumPlanDays } from './plan-usage.store.ts'

type PlanSubscription = {
  readonly planId: string
  readonly subscriptionId: string
  readonly pages: readonly DayPages[]
}

/**
 * Lists the current plan of the organization first, then other plans under which pages were read,
 * with the pages of this month.
 */
export async function listSubscriptions(
  { config, ...ctx }: Pick<Context, 'config' | 'db'>,
  actor: Actor,
): Promise<PlanSubscription[]> {
  const tenant = tenantOf(ctx, actor)
  const currentPlan = await planOf(config, tenant)
  const otherPlans = plans(config).filter(({ id }) => id !== currentPlan.id)
  const hasUsage = await Promise.all(otherPlans.map(({ id }) => hasUsed(tenant, id)))
  const shownPlans = [currentPlan, ...otherPlans.filter((_, index) => hasUsage[index])]
  const now = Date.now()
  const month = {
    from: `${utcDayOf(now).slice(0, 7)}-01`,
    before: utcDayOf(now + 24 * 60 * 60 * 1000),
  }
  return Promise.all(
    shownPlans.map(async ({ id }) => ({
      planId: id,
      subscriptionId: subscriptionIdOf(id, tenant.organizationId),
      pages: await sumPlanDays(tenant, { plan: id, ...month }),
    })),
  )
}
