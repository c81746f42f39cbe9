import type { Context } from '../../../platform/context.ts'
import { reportUsageJob } from '../billing.jobs.ts'
import { listOrganizationsToReport } from './reports.store.ts'

/**
 * Enqueues one job an hour for each organization with a paid period, if plans are sold; further attempts in
 * the same hour have no effect.
 */
export async function enqueueReports(ctx: Pick<Context, 'config' | 'db' | 'jobs'>): Promise<void> {
  if (!ctx.config.billing) return
  const hour = new Date().toISOString().slice(0, 13)
  for (const organizationId of await listOrganizationsToReport(ctx)) {
    const key = `billing-usage:${organizationId}:${hour}`
    await ctx.jobs.enqueue(reportUsageJob, { organizationId }, { key, organizationId })
  }
}
