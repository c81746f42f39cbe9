import type { Context } from '../../../platform/context.ts'
import { databaseTime } from '../../../platform/work/schedules.ts'
import { gatherBatchesJob } from './batches.jobs.ts'
import { maxPeriods } from './gather-batches.ts'
import { findForgottenCalls } from './gathering-calls.store.ts'

/** Their own job has put calls into a batch by then. */
const minForgottenSeconds = 60

/** Enqueues the gathering of calls that nothing has gathered, whatever has become of their own job. */
export async function sweepCalls({
  db,
  jobs,
  config,
}: Pick<Context, 'db' | 'jobs' | 'config'>): Promise<void> {
  const seconds = maxPeriods * config.batchSeconds.gather + minForgottenSeconds
  const minute = Math.floor((await databaseTime(db)).getTime() / 60_000)
  for (const { organizationId, adapterId } of await findForgottenCalls({ db }, seconds)) {
    const key = `gather-batches:${adapterId}:sweep-${minute}`
    await jobs.enqueue(gatherBatchesJob, { organizationId, adapterId }, { key, organizationId })
  }
}
