import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { leaveSharedJob, type TextJobRow } from '../jobs/text-jobs.store.ts'
import { extractTextKey } from '../jobs/text-service.jobs.ts'
import { completeJob } from './complete-job.ts'

/** Message of a job that was cancelled, which has no status of its own. */
export const cancelledMessage = 'The job was cancelled.'

/**
 * Cancels a job that nobody waits for any more: its reading stops in whichever process it runs, and
 * nothing is charged. A job that is finished, or that other uploads share, is not cancelled.
 */
export async function cancelTextJob(
  { jobs }: Pick<Context, 'jobs'>,
  tenant: Tenant,
  job: TextJobRow,
): Promise<void> {
  if (await leaveSharedJob(tenant, job.id)) return
  const outcome = { status: 'error', error: cancelledMessage } as const
  await completeJob({ jobs }, tenant, { job, outcome })
  await jobs.cancel([extractTextKey(job)])
}
