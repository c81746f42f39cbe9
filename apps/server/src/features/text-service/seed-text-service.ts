import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { purgeTextsJob } from './jobs/text-service.jobs.ts'
import { showTextKey } from './keys/text-keys.ts'

/** Creates the first key, and schedules the nightly clean-up. */
export async function seedTextService(
  ctx: Pick<Context, 'vault' | 'jobs'>,
  tenant: Tenant,
): Promise<void> {
  await showTextKey(ctx, tenant)
  const { organizationId } = tenant
  await ctx.jobs.schedule(
    purgeTextsJob,
    { organizationId },
    { key: `purge-texts:${organizationId}`, cron: '17 3 * * *', organizationId },
  )
}
