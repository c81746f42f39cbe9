import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { type AskedDays, periodOf } from './period-of.ts'
import { type DayPages, sumPlanDays } from './plan-usage.store.ts'

/** Lists the pages read under a plan, by day and mode. */
export async function listDays(
  { config, ...ctx }: Pick<Context, 'config' | 'db'>,
  { actor, ...wanted }: AskedDays & { readonly actor: Actor },
): Promise<DayPages[]> {
  const tenant = tenantOf(ctx, actor)
  return sumPlanDays(tenant, periodOf(config, tenant, wanted))
}
