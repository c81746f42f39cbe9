import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { planOf, plans, subscriptionIdOf } from '../usage/plan-of.ts'
import { dayOf } from './period-of.ts'
import { type DayPages, hasUsed, sumPlanDays } from './plan-usage.store.ts'

type Subscription = {
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
): Promise<Subscription[]> {
  const tenant = tenantOf(ctx, actor)
  const present = await planOf(config, tenant)
  const others = plans(config).filter(({ id }) => id !== present.id)
  const used = await Promise.all(others.map(({ id }) => hasUsed(tenant, id)))
  const shown = [present, ...others.filter((_, index) => used[index])]
  const now = Date.now()
  const month = { from: `${dayOf(now).slice(0, 7)}-01`, before: dayOf(now + 24 * 60 * 60 * 1000) }
  return Promise.all(
    shown.map(async ({ id }) => ({
      planId: id,
      subscriptionId: subscriptionIdOf(id, tenant.organizationId),
      pages: await sumPlanDays(tenant, { plan: id, ...month }),
    })),
  )
}
