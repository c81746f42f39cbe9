import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { planPeriodOf, type RequestedDays } from './period-of.ts'
import { type DayPages, sumPlanDays } from './plan-usage.store.ts'

/** Lists the pages read under a plan, by day and mode. */
export async function listDays(
  { config, ...ctx }: Pick<Context, 'config' | 'db'>,
  { actor, ...days }: RequestedDays & { readonly actor: Actor },
): Promise<DayPages[]> {
  const tenant = tenantOf(ctx, actor)
  return sumPlanDays(tenant, planPeriodOf(config, tenant, days))
}
