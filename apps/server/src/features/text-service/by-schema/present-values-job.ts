import type { ValuesJob } from '@recto/contract/text-service/extract-by-schema'
import { notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { TextJobRow } from '../jobs/text-jobs.store.ts'
import type { KeyHolder } from '../keys/admit-key.ts'
import { findValues } from '../results/result-files.ts'

type ExtractStatus = ValuesJob['status']

const messages: Record<ExtractStatus, string> = {
  accepted: 'The document is waiting to be processed.',
  processing: 'The values are being extracted.',
  processed: 'The values are ready.',
  error: 'The values could not be extracted.',
}

/** Only texts are deleted when they are retrieved. */
const toExtractStatus = ({ status }: TextJobRow): ExtractStatus =>
  status === 'retrieved' ? 'processed' : status

/** Presents a job with its values, if it has them already. Throws 404 if they were deleted. */
export async function presentValuesJob(
  ctx: Pick<Context, 'files'>,
  { tenant }: KeyHolder,
  job: TextJobRow,
): Promise<ValuesJob> {
  const status = toExtractStatus(job)
  const message = job.error_message || messages[status]
  const jobFields = { job_id: job.id, status, message }
  if (status !== 'processed') return { ...jobFields, result: null }
  const result = await findValues(ctx, tenant, job.id)
  if (!result) throw notFound('job')
  return { ...jobFields, result }
}
