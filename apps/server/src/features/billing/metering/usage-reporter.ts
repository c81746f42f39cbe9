import type { Context } from '../../../platform/context.ts'
import { startWatch } from '../../../platform/start-watch.ts'
import { reportUsageJob } from './metering.jobs.ts'
import { listOrganizationsToReport } from './reports.store.ts'

const lookMilliseconds = 10 * 60 * 1000

/**
 * Has the pages of every paid period reported once an hour, as long as this process runs and plans are sold; any number of
 * processes may. Returns what ends it.
 */
export function startUsageReporter(ctx: Context): () => Promise<void> {
  if (!ctx.config.billing) return async () => {}
  return startWatch(ctx, {
    milliseconds: lookMilliseconds,
    work: () => askForReports(ctx),
    failure: 'used pages are reported later',
  })
}

/** Asks for one job an hour for each organization, whoever asks first. */
export async function askForReports(ctx: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  const hour = new Date().toISOString().slice(0, 13)
  for (const organizationId of await listOrganizationsToReport(ctx)) {
    const key = `billing-usage:${organizationId}:${hour}`
    await ctx.jobs.enqueue(reportUsageJob, { organizationId }, { key, organizationId })
  }
}
