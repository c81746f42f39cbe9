import { badRequest } from '../../../platform/app-error.ts'
import { findJob, type TextJobRequest } from './find-job.ts'
import { findPages, type PageProgress, type TextJobRow } from './text-jobs.store.ts'

export type TextJobStatus = { readonly job: TextJobRow; readonly pages: readonly PageProgress[] }

export async function getStatus(request: TextJobRequest): Promise<TextJobStatus> {
  const job = await findJob(request)
  if (!job) throw badRequest('Whisper job not found for the provided whisper hash')
  return { job, pages: await findPages(request.caller.tenant, job.id) }
}
