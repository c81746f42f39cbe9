import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { Durable } from '../../../platform/jobs/jobs.ts'
import { deleteOldAddressReplies } from '../address-replies.store.ts'
import { deleteOldCalls } from '../model-calls.store.ts'
import { deleteOldReadingJobs } from '../reading-jobs.store.ts'

/** Few enough that nobody waits for one, and that an hour's are no load. */
const batchSize = 500
const maxBatches = 200
const millisecondsOfDay = 24 * 60 * 60 * 1000

/**
 * Removes what models were asked and replied longer ago than the installation keeps it, and the names of
 * readings that nobody has asked for again. What the calls cost stays.
 */
export async function purgeModelCalls(
  ctx: Pick<Context, 'config' | 'db'>,
  { organizationId }: { readonly organizationId: number },
  durable: Durable,
): Promise<void> {
  const days = ctx.config.keepModelCallsDays
  if (days === 0) return
  const tenant: Tenant = { db: ctx.db, organizationId }
  const before = new Date(Date.now() - days * millisecondsOfDay)
  await durable.everyTime('purge', async () => {
    await deleteOldReadingJobs(tenant, before)
    await deleteOldAddressReplies(tenant, before)
    for (let batch = 0; batch < maxBatches; batch++) {
      if ((await deleteOldCalls(tenant, { before, limit: batchSize })) < batchSize) return
    }
  })
}
