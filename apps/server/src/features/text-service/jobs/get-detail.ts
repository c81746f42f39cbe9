import { badRequest } from '../../../platform/app-error.ts'
import { findJob, type OfOneJob } from './find-job.ts'
import type { TextJobRow } from './text-jobs.store.ts'

/** Returns the details of a job, even after its text was fetched. */
export async function getDetail(wanted: OfOneJob): Promise<TextJobRow> {
  const job = await findJob(wanted)
  // Clients compare this text.
  if (!job) throw badRequest('Record not found')
  return job
}
