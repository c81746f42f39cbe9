import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { purgeModelCallsJob } from './model-calls.jobs.ts'

/** Every hour a look for model calls that are older than they may be. */
export async function seedModelCalls(
  ctx: Pick<Context, 'jobs'>,
  { organizationId }: Tenant,
): Promise<void> {
  await ctx.jobs.schedule(
    purgeModelCallsJob,
    { organizationId },
    { key: `purge-model-calls:${organizationId}`, cron: '13 * * * *', organizationId },
  )
}
