import { AppError, badRequest, notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { findSplitJob, type TextJobRequest } from '../jobs/find-job.ts'
import type { TextJobStatus } from '../jobs/get-status.ts'
import { findPages, type TextJobRow } from '../jobs/text-jobs.store.ts'
import { findResult, findSplit } from '../results/result-files.ts'

/** Returns the parts of a file that was split. They can be retrieved again until they are purged. */
export async function retrieveSplit(ctx: Pick<Context, 'files'>, request: TextJobRequest) {
  const job = await getSplitJob(request)
  if (job.status === 'error') throw badRequest(`Split not ready : error. ${job.error_message}`)
  if (job.status !== 'processed') throw badRequest(`Split not ready : ${job.status}`)
  const { tenant } = request.caller
  const [split, result, pages] = await Promise.all([
    findSplit(ctx, tenant, job.id),
    findResult(ctx, tenant, job.id),
    findPages(tenant, job.id),
  ])
  if (!split) throw notFound('job')
  return { job, split, pages, warnings: result?.warnings }
}

export async function getSplitStatus(request: TextJobRequest): Promise<TextJobStatus> {
  const job = await getSplitJob(request)
  return { job, pages: await findPages(request.caller.tenant, job.id) }
}

async function getSplitJob(request: TextJobRequest): Promise<TextJobRow> {
  const job = await findSplitJob(request)
  if (job) return job
  throw new AppError('not-found', [{ code: 'not_found', detail: 'Split job unknown', attr: null }])
}
