import { badRequest } from '../../../platform/app-error.ts'
import { findJob, type TextJobRequest } from './find-job.ts'
import type { TextJobRow } from './text-jobs.store.ts'

/** Returns the details of a job, even after its text was fetched. */
export async function getDetail(request: TextJobRequest): Promise<TextJobRow> {
  const job = await findJob(request)
  // Clients compare this text.
  if (!job) throw badRequest('Record not found')
  return job
}
