import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { badRequest, conflict } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import type { ReceivedContent } from '../../../platform/files/receive-content.ts'
import { storeDocuments } from '../../documents/documents.port.ts'
import {
  insertTextJob,
  joinUnconfirmedJob,
  lockRepeatedJob,
  restartTextJob,
  type TextJobRow,
} from '../jobs/text-jobs.store.ts'
import { extractTextJob, extractTextKey } from '../jobs/text-service.jobs.ts'
import type { KeyHolder } from '../keys/admit-key.ts'
import { planOf, type TextPlan } from '../usage/plan-of.ts'
import { reservePages } from '../usage/reserve-pages.ts'
import { countPages } from './count-pages.ts'

type SubmitDocumentDependencies = Pick<Context, 'config' | 'files' | 'jobs' | 'reader'>
type SubmitDocumentRequest = {
  readonly caller: KeyHolder
  readonly options: TextJobOptions
  readonly document: ReceivedContent
  /** Names the request, so that the same one sent again finds its job. */
  readonly idempotencyKey?: string | undefined
}

/** Longer than any client keeps retrying the same upload. */
const retryMinutes = 10

/**
 * Stores a document and enqueues its job, in one transaction. An upload with the same content, key
 * and options joins the existing job as long as no client has named that job: then nobody has
 * received its hash, and the upload is either a retry after a lost reply or was sent twice at the
 * same time. The document is read and charged once, and can be fetched as often as it was sent. The
 * pages are reserved in the same transaction.
 */
export async function submitDocument(
  ctx: SubmitDocumentDependencies,
  { caller, options, document, idempotencyKey }: SubmitDocumentRequest,
): Promise<TextJobRow> {
  if (document.size === 0)
    throw badRequest('The document is empty. Send its bytes as the request body.')
  const { tenant, keyId } = caller
  const plan = await planOf(ctx.config, tenant)
  const pages = await countPages(ctx, tenant, { plan, document, pages: options.pages })
  const requestHash = hashOf([document.hash, options])
  const fingerprint = hashOf([keyId, requestHash, idempotencyKey])
  const storedDocument = { ...document, mimeType: 'application/octet-stream' }
  return storeDocuments(ctx, tenant, [storedDocument], async (transaction) => {
    const repeatedJob =
      idempotencyKey !== undefined &&
      (await findRepeatedJob(transaction, { keyId, idempotencyKey, requestHash }))
    if (repeatedJob && repeatedJob.status !== 'error') return repeatedJob
    if (repeatedJob)
      return restartFailedJob(ctx, transaction, { failedJob: repeatedJob, plan, pages })

    const unconfirmedJob = await joinUnconfirmedJob(transaction, {
      fingerprint,
      minutes: retryMinutes,
    })
    if (unconfirmedJob) return unconfirmedJob

    const job = await insertTextJob(transaction, {
      id: randomUUID(),
      key_id: keyId,
      charged_key_id: keyId,
      plan: plan.id,
      ...(await reservePages(transaction, plan, pages)),
      whisper_hash: `${randomBytes(4).toString('hex')}|${document.md5}`,
      fingerprint,
      idempotency_key: idempotencyKey ?? null,
      request_hash: requestHash,
      file_hash: document.hash,
      file_size: document.size,
      mode: options.mode,
      tag: options.tag,
      options: JSON.stringify(options),
      webhook_name: options.webhookName || null,
      status: 'accepted',
    })
    await enqueueExtraction(ctx, transaction, job)
    return job
  })
}

type RepeatableUpload = {
  readonly keyId: string
  readonly idempotencyKey: string
  readonly requestHash: string
}

/** Finds the job that the same request has started. Throws 409 if the key names another request. */
async function findRepeatedJob(
  tenant: Tenant,
  { requestHash, ...request }: RepeatableUpload,
): Promise<TextJobRow | undefined> {
  const job = await lockRepeatedJob(tenant, request)
  if (job && job.request_hash !== requestHash) {
    throw conflict('This Idempotency-Key was already used for a different request.')
  }
  return job
}

type FailedSubmission = {
  readonly failedJob: TextJobRow
  readonly plan: TextPlan
  readonly pages: number
}

/**
 * Starts a failed job again for a caller who repeats its request: the reason may have gone, such as a service that was
 * down. It keeps its id, under which the replies are stored that it has paid for. Its pages were given back to the quota.
 */
async function restartFailedJob(
  ctx: Pick<Context, 'jobs'>,
  transaction: Tenant,
  { failedJob: { id, options }, plan, pages }: FailedSubmission,
): Promise<TextJobRow> {
  const job = await restartTextJob(transaction, id, {
    options: { ...options, restarts: (options.restarts ?? 0) + 1 },
    plan: plan.id,
    reservation: await reservePages(transaction, plan, pages),
  })
  await enqueueExtraction(ctx, transaction, job)
  return job
}

async function enqueueExtraction(
  { jobs }: Pick<Context, 'jobs'>,
  { db, organizationId }: Tenant,
  job: TextJobRow,
): Promise<void> {
  const payload = { organizationId, jobId: job.id }
  await jobs.enqueue(extractTextJob, payload, { key: extractTextKey(job), organizationId, db })
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
