import type { Context } from '../../../platform/context.ts'
import { startPeriodicTask } from '../../../platform/start-periodic-task.ts'
import { reportUsageJob } from '../billing.jobs.ts'
import { listOrganizationsToReport } from './reports.store.ts'

const intervalMilliseconds = 10 * 60 * 1000

/**
 * Reports the pages of every paid period once an hour while this process runs, if plans are sold;
 * any number of processes may run it. Returns a function that stops it.
 */
export function startUsageReporter(ctx: Context): () => Promise<void> {
  if (!ctx.config.billing) return async () => {}
  return startPeriodicTask(ctx, {
    intervalMilliseconds: intervalMilliseconds,
    run: () => enqueueReports(ctx),
    failureMessage: 'failed to report usage',
  })
}

/**
 * Enqueues one job an hour for each organization; further attempts in the same hour have no effect.
 */
export async function enqueueReports(ctx: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  const hour = new Date().toISOString().slice(0, 13)
  for (const organizationId of await listOrganizationsToReport(ctx)) {
    const key = `billing-usage:${organizationId}:${hour}`
    await ctx.jobs.enqueue(reportUsageJob, { organizationId }, { key, organizationId })
  }
}
