import { badRequest } from '../../../platform/app-error.ts'
import { findJob, type OfOneJob } from './find-job.ts'
import type { TextJobRow } from './text-jobs.store.ts'

/** Also of jobs whose text has been fetched. */
export async function getDetail(wanted: OfOneJob): Promise<TextJobRow> {
  const job = await findJob(wanted)
  // Clients compare this text.
  if (!job) throw badRequest('Record not found')
  return job
}
