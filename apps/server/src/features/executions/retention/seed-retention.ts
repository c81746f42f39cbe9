import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { purgeExecutionsJob } from '../executions.jobs.ts'

/** Every hour a look for executions that are older than they may be. */
export async function seedRetention(
  ctx: Pick<Context, 'jobs'>,
  { organizationId }: Tenant,
): Promise<void> {
  await ctx.jobs.schedule(
    purgeExecutionsJob,
    { organizationId },
    { key: `purge-executions:${organizationId}`, cron: '43 * * * *', organizationId },
  )
}
