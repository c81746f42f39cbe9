import type { DocumentText } from '@recto/document-text/model'
import type { HiddenHandling } from '@recto/document-text/reader'
import type { StoredText } from '@recto/document-text/text-writer'
import { omitUndefined } from '@recto/omit-undefined'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { withSpan } from '../../platform/tracing/spans.ts'
import type { OpenedTextExtractor } from '../adapters/adapters.port.ts'
import { assertWithinBudget } from '../usage/usage.port.ts'
import { type CallContext, releaseCpuWhile } from './call-context.ts'
import { retryUntilStored, throwReplayMiss } from './call-once.ts'
import { deleteReadingJob, findReadingJob, saveReadingJob } from './reading-jobs.store.ts'
import { makeReserved } from './reserve-call.ts'
import { retryCall } from './retry-call.ts'

type ExtractTextRequest = {
  readonly adapter: OpenedTextExtractor
  /** Identifies the document, the extractor and its settings. */
  readonly readingKey: string
  readonly bytes: Uint8Array
  /** File name of the document. */
  readonly name: string
  /** Aborts when nobody needs the text any more. */
  readonly signal: AbortSignal
  /** The handling of invisible text, for an extractor that detects it. */
  readonly hidden?: HiddenHandling | undefined
  /** Whether machine-readable data is read on the way; true by default. */
  readonly readsEmbedded?: boolean | undefined
}

/**
 * Number of retries of a reading that the service has started. The provider retries its single HTTP
 * calls itself, because starting a new reading costs money again.
 */
const maxRetries = 2

/**
 * Reads a document by an adapter. The service's job id is stored as soon as it is known: a reading
 * that broke off only on our side is resumed, also after a restart, and not paid again. Throws
 * `ProviderError` or `ReadError`.
 */
export function extractText(
  tenant: Tenant,
  context: CallContext,
  request: ExtractTextRequest,
): Promise<DocumentText | StoredText> {
  return withSpan('read document', { 'recto.bytes': request.bytes.length }, () =>
    extractWithRetries(tenant, context, request),
  )
}

function extractWithRetries(
  tenant: Tenant,
  context: CallContext,
  request: ExtractTextRequest,
): Promise<DocumentText | StoredText> {
  const { adapter, bytes, name, signal, hidden } = request
  if (adapter.isExternal && context.masking) throw cannotMaskError(adapter.name)
  const { extractor, limitCall } = adapter
  const { readStored, isFree } = extractor
  if (isFree) {
    const options = {
      name,
      signal,
      looksForEmbedded: request.readsEmbedded ?? true,
      cacheScope: String(tenant.organizationId),
      ...omitUndefined({ hidden }),
    }
    return releaseCpuWhile<DocumentText | StoredText>(context, () =>
      readStored ? readStored(bytes, options) : extractor.read(bytes, options),
    )
  }

  if (context.isReplay) return throwReplayMiss(request.readingKey)
  let hasStarted = false
  const markStarted = () => {
    hasStarted = true
  }
  const isRetryable = (error: unknown) =>
    hasStarted && error instanceof ProviderError && error.isRetryable
  const attempt = () => attemptReading(tenant, context, request, markStarted)
  return releaseCpuWhile(context, () =>
    retryCall(context, { step: 'read', adapterName: adapter.name, maxRetries, isRetryable }, () =>
      limitCall(attempt, { isBackground: context.isBackground }),
    ),
  )
}

/** An external extractor receives the whole file, in which nothing can be masked. */
const cannotMaskError = (name: string) =>
  badRequest(
    `“${name}” is external and receives whole files, in which values cannot be masked. Choose another text extractor.`,
  )

async function attemptReading(
  tenant: Tenant,
  context: CallContext,
  { adapter, readingKey, bytes, name, signal }: ExtractTextRequest,
  markStarted: () => void,
): Promise<DocumentText> {
  const existingJob = await findReadingJob(tenant, readingKey)
  // A job that exists is already paid, so the budget is not checked.
  if (existingJob !== undefined) markStarted()
  else await assertWithinBudget(tenant)
  const deleteJob = () => retryUntilStored(() => deleteReadingJob(tenant, readingKey))
  const onJobStarted = (job: string) => {
    markStarted()
    return retryUntilStored(() => saveReadingJob(tenant, readingKey, job))
  }
  const job = { earlierId: existingJob, onStarted: onJobStarted, onLost: deleteJob }
  try {
    // The usage of readings is not recorded, so that nobody knows what one costs. A job that exists costs nothing more.
    const boundDollars = async () => (existingJob === undefined ? undefined : 0)
    const { result } = await makeReserved(
      context,
      { adapterName: adapter.name, boundDollars },
      () => adapter.extractor.read(bytes, { name, signal, job }),
    )
    return result
  } catch (error) {
    // A job that failed permanently is useless to later readings.
    if (error instanceof ProviderError && !error.isRetryable) await deleteJob()
    throw error
  }
}

/**
 * Runs `work`, which reads and stores the text named by the key, in one process at a time; then
 * deletes the service's job id, because the text is stored.
 */
export function withReadingLock<T>(
  tenant: Tenant,
  { claims, isReplay }: CallContext,
  readingKey: string,
  work: () => Promise<T>,
): Promise<T> {
  if (isReplay) return work()
  return claims.withLock(`read/${tenant.organizationId}/${readingKey}`, async () => {
    const result = await work()
    await deleteReadingJob(tenant, readingKey)
    return result
  })
}
