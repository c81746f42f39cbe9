import type { Context } from '../../../platform/context.ts'
import { checkSumsJob, endSubscriptionJob, reportUsageJob } from '../billing.jobs.ts'
import { listDueRefunds } from '../billing.store.ts'
import { listOrganizationsToReport, listOrganizationsWithEndedPeriod } from './reports.store.ts'

/**
 * Enqueues one report an hour for each organization with a paid period, and once a day the comparison of its sums, if
 * plans are sold; also the refunds that are left, once an hour. Further attempts in the same hour or day have no effect.
 * After the end of a period, whose invoice is final soon, its usage is reported without waiting for the next hour.
 */
export async function enqueueReports(ctx: Pick<Context, 'config' | 'db' | 'jobs'>): Promise<void> {
  if (!ctx.config.billing) return
  const hour = new Date().toISOString().slice(0, 13)
  const day = hour.slice(0, 10)
  for (const { organizationId, subscriptionId } of await listDueRefunds(ctx)) {
    const key = `billing-end:${subscriptionId}:${hour}`
    await ctx.jobs.enqueue(
      endSubscriptionJob,
      { organizationId, subscriptionId },
      { key, organizationId },
    )
  }
  for (const organizationId of await listOrganizationsToReport(ctx)) {
    const key = `billing-usage:${organizationId}:${hour}`
    await ctx.jobs.enqueue(reportUsageJob, { organizationId }, { key, organizationId })
    const dayKey = `billing-sums:${organizationId}:${day}`
    await ctx.jobs.enqueue(checkSumsJob, { organizationId }, { key: dayKey, organizationId })
  }
  const tenMinutes = new Date().toISOString().slice(0, 15)
  for (const organizationId of await listOrganizationsWithEndedPeriod(ctx)) {
    const key = `billing-usage-end:${organizationId}:${tenMinutes}`
    await ctx.jobs.enqueue(reportUsageJob, { organizationId }, { key, organizationId })
  }
}
