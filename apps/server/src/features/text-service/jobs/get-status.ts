import { badRequest } from '../../../platform/app-error.ts'
import { findJob, type OfOneJob } from './find-job.ts'
import { findPages, type PageProgress, type TextJobRow } from './text-jobs.store.ts'

type Status = { readonly job: TextJobRow; readonly pages: readonly PageProgress[] }

export async function getStatus(wanted: OfOneJob): Promise<Status> {
  const job = await findJob(wanted)
  if (!job) throw badRequest('Whisper job not found for the provided whisper hash')
  return { job, pages: await findPages(wanted.admitted.tenant, job.id) }
}
