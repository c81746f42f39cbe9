import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { deleteOldRequests } from '../../../platform/repeated-requests/repeatable-requests.store.ts'
import { type BoundJob, bindJob, defineJob } from '../../../platform/work/jobs.ts'
import { deleteOldAddressReplies } from '../address-replies.store.ts'
import { deleteOldBatchCalls } from '../batches/batch-calls.store.ts'
import { deleteOldCalls } from '../model-calls.store.ts'
import { deleteOldReadingJobs } from '../reading-jobs.store.ts'
import { deleteOldRunRecords } from '../run-records.store.ts'
import { deleteOldStartedCalls } from '../started-calls.store.ts'

const purgeModelCallsJob = defineJob({
  name: 'model-calls/purge-model-calls',
  payload: z.object({ organizationId: z.number().int() }),
})

/** Schedules the hourly deletion of expired model calls. */
export async function scheduleModelCallPurge(
  ctx: Pick<Context, 'jobs'>,
  { organizationId }: Tenant,
): Promise<void> {
  await ctx.jobs.schedule(
    purgeModelCallsJob,
    { organizationId },
    { key: `purge-model-calls:${organizationId}`, cron: '13 * * * *', organizationId },
  )
}

/** A batch is small enough that nobody waits for it, and an hourly run is no load. */
const batchSize = 500
const maxBatches = 200
const millisecondsPerDay = 24 * 60 * 60 * 1000
/** Far longer than a run goes on; no service keeps replies longer than this. */
const startedCallDays = 30

/**
 * Deletes requests and replies that are older than the configured retention, job ids of readings
 * that were never resumed, and keys of repeatable requests. Usage records remain.
 */
export async function purgeModelCalls(
  ctx: Pick<Context, 'config' | 'db'>,
  { organizationId }: { readonly organizationId: number },
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  await deleteOldRequests(tenant)
  await deleteOldStartedCalls(tenant, daysAgo(startedCallDays))
  await deleteOldBatchCalls(tenant, daysAgo(startedCallDays))
  const days = ctx.config.modelCallRetentionDays
  if (days === 0) return
  const olderThan = daysAgo(days)
  await deleteOldReadingJobs(tenant, olderThan)
  await deleteOldAddressReplies(tenant, olderThan)
  await deleteOldRunRecords(tenant, olderThan)
  for (let batch = 0; batch < maxBatches; batch++) {
    if ((await deleteOldCalls(tenant, { olderThan, limit: batchSize })) < batchSize) return
  }
}

const daysAgo = (days: number) => new Date(Date.now() - days * millisecondsPerDay)

export const modelCallJobs: readonly BoundJob<Context>[] = [
  bindJob(purgeModelCallsJob, purgeModelCalls),
]
