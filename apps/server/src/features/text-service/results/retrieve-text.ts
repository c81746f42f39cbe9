import { AppError, badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findJob, type TextJobRequest } from '../jobs/find-job.ts'
import {
  countDelivery,
  findPages,
  type PageProgress,
  type TextJobRow,
} from '../jobs/text-jobs.store.ts'
import { deleteText, findResult, type TextResult } from './result-files.ts'

type RetrievedText = {
  readonly job: TextJobRow
  readonly result: TextResult
  readonly pages: readonly PageProgress[]
}

/**
 * Returns the text of a finished job that was not delivered yet. Call `delivered` after it was
 * sent.
 */
export async function retrieveText(
  ctx: Pick<Context, 'files'>,
  request: TextJobRequest,
): Promise<RetrievedText> {
  const job = await findJob(request)
  if (!job) throw jobNotFound()
  if (job.status === 'retrieved') throw alreadyDelivered()
  if (job.status === 'error') throw badRequest(`Whisper not ready : error. ${job.error_message}`)
  if (job.status !== 'processed') throw badRequest(`Whisper not ready : ${job.status}`)

  const result = await findResult(ctx, request.caller.tenant, job.id)
  if (!result) throw alreadyDelivered()
  return { job, result, pages: await findPages(request.caller.tenant, job.id) }
}

/** Counts a delivery. The last one deletes the text; the positions of its lines remain. */
export async function recordDelivery(
  ctx: Pick<Context, 'files'>,
  tenant: Tenant,
  { id }: Pick<TextJobRow, 'id'>,
): Promise<void> {
  if ((await countDelivery(tenant, id)) === 0) await deleteText(ctx, tenant, id)
}

const alreadyDelivered = () => badRequest('Whisper already delivered')

const jobNotFound = () =>
  new AppError('not-found', [{ code: 'not_found', detail: 'Whisper job unknown', attr: null }])
