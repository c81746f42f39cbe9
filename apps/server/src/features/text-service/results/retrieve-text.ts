import { AppError, badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findJob, type OfOneJob } from '../jobs/find-job.ts'
import {
  countDelivery,
  findPages,
  type PageProgress,
  type TextJobRow,
} from '../jobs/text-jobs.store.ts'
import { findResult, forgetText, type TextResult } from './result-files.ts'

type RetrieveTextOptions = {
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
  wanted: OfOneJob,
): Promise<RetrieveTextOptions> {
  const job = await findJob(wanted)
  if (!job) throw unknown()
  if (job.status === 'retrieved') throw deliveredBefore()
  if (job.status === 'error') throw badRequest(`Whisper not ready : error. ${job.error_message}`)
  if (job.status !== 'processed') throw badRequest(`Whisper not ready : ${job.status}`)

  const result = await findResult(ctx, wanted.admitted.tenant, job.id)
  if (!result) throw deliveredBefore()
  return { job, result, pages: await findPages(wanted.admitted.tenant, job.id) }
}

/** Counts a delivery. The last one deletes the text; the positions of its lines remain. */
export async function delivered(
  ctx: Pick<Context, 'files'>,
  tenant: Tenant,
  { id }: Pick<TextJobRow, 'id'>,
): Promise<void> {
  if ((await countDelivery(tenant, id)) === 0) await forgetText(ctx, tenant, id)
}

const deliveredBefore = () => badRequest('Whisper already delivered')

const unknown = () =>
  new AppError('not-found', [{ code: 'not_found', detail: 'Whisper job unknown', attr: null }])
