import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { purgeExecutionsJob } from '../executions.jobs.ts'

/** Schedules the hourly deletion of expired executions. */
export async function scheduleRetention(
  ctx: Pick<Context, 'jobs'>,
  { organizationId }: Tenant,
): Promise<void> {
  await ctx.jobs.schedule(
    purgeExecutionsJob,
    { organizationId },
    { key: `purge-executions:${organizationId}`, cron: '43 * * * *', organizationId },
  )
}
