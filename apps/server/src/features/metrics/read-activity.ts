import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { recentFiles, usageByDeployment } from './metrics.reads.ts'
import { cutTo, periodOf } from './period.ts'

type Needs = Pick<Context, 'db'>
type Asking = { readonly actor: Actor }

/** The files that were begun last, newest first. */
export const listRecentActivity = (
  ctx: Needs,
  { actor, limit }: Asking & { readonly limit: number },
) => recentFiles(tenantOf(ctx, actor), limit)

type Usage = {
  readonly start_date?: Date | undefined
  readonly end_date?: Date | undefined
  readonly deployment_type: 'API' | 'ETL' | 'TASK' | 'WF'
}

const maxDays = 30

/** What each deployment has used; executions are looked at one by one, so no more than a month of them. */
export async function readDeploymentUsage(
  ctx: Needs,
  { actor, query }: Asking & { readonly query: Usage },
) {
  const period = cutTo(maxDays, periodOf(query, maxDays))
  const tenant = tenantOf(ctx, actor)
  const rows = await usageByDeployment(tenant, { ...period, entity: query.deployment_type })
  return { ...period, rows }
}
