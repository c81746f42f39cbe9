import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { selectVisibleExecutionIds } from '../executions/executions.port.ts'
import { type RecentFiles, recentFiles, usageByDeployment } from './metrics.reads.ts'
import { metricPeriodOf, shortenPeriod } from './period.ts'

type ListRecentActivityDependencies = Pick<Context, 'db'>
type ListRecentActivityOptions = { readonly actor: Actor }

/** Lists the most recently started files whose runs the actor may see, newest first. */
export function listRecentActivity(
  ctx: ListRecentActivityDependencies,
  { actor, limit }: ListRecentActivityOptions & { readonly limit: number },
): Promise<RecentFiles> {
  const tenant = tenantOf(ctx, actor)
  return recentFiles(tenant, { executionIds: selectVisibleExecutionIds(tenant, actor), limit })
}

type Usage = {
  readonly start_date?: Date | undefined
  readonly end_date?: Date | undefined
  readonly deployment_type: 'API' | 'ETL' | 'TASK' | 'WF'
}

const maxDays = 30

/**
 * Returns the usage of each deployment. It reads single executions, so it covers at most a month.
 */
export async function readDeploymentUsage(
  ctx: ListRecentActivityDependencies,
  { actor, query }: ListRecentActivityOptions & { readonly query: Usage },
) {
  const period = shortenPeriod(maxDays, metricPeriodOf(query, maxDays))
  const tenant = tenantOf(ctx, actor)
  const rows = await usageByDeployment(tenant, actor, {
    ...period,
    entity: query.deployment_type,
  })
  return { ...period, rows }
}
