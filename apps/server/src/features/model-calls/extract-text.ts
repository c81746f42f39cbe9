import type { DocumentText } from '@recto/document-text/model'
import type { HiddenHandling } from '@recto/document-text/reader'
import type { StoredText } from '@recto/document-text/text-writer'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { traced } from '../../platform/tracing/traced.ts'
import type { OpenedTextExtractor } from '../adapters/adapters.port.ts'
import { assertWithinBudget } from '../usage/usage.port.ts'
import { type CallContext, waitOutside } from './call-context.ts'
import { keepPaid } from './keep-paid.ts'
import { notKept } from './not-kept.ts'
import { deleteReadingJob, findReadingJob, keepReadingJob } from './reading-jobs.store.ts'
import { retryCall } from './retry-call.ts'

type Input = {
  readonly opened: OpenedTextExtractor
  /** Names the document, the extractor and its settings. */
  readonly readingKey: string
  readonly bytes: Uint8Array
  /** The document's. */
  readonly name: string
  /** Comes when nobody wants the text any more. */
  readonly signal: AbortSignal
  /** What becomes of text that nobody sees, for an extractor that finds it. */
  readonly hidden?: HiddenHandling | undefined
}

/**
 * How often a reading is asked for again that a service has begun. The calls that it consists of are made
 * again where they are made, because to begin anew would be to pay anew.
 */
const maxRetries = 2

/**
 * Reads a document by an adapter. What a service calls its work on it is kept as soon as it says so: a
 * reading that broke off only at our side is asked for and not paid again, also after a restart. Throws
 * `ProviderError` or `ReadError`.
 */
export function extractText(
  tenant: Tenant,
  context: CallContext,
  input: Input,
): Promise<DocumentText | StoredText> {
  return traced('read document', { 'recto.bytes': input.bytes.length }, () =>
    extract(tenant, context, input),
  )
}

function extract(
  tenant: Tenant,
  context: CallContext,
  input: Input,
): Promise<DocumentText | StoredText> {
  const { opened, bytes, name, signal, hidden } = input
  if (opened.isOutside && context.masking) throw cannotMask(opened.name)
  const { extractor, inTurn } = opened
  const { readStored, isFree } = extractor
  if (isFree) {
    const options = { name, signal, looksForEmbedded: true, ...(hidden && { hidden }) }
    return waitOutside<DocumentText | StoredText>(context, () =>
      readStored ? readStored(bytes, options) : extractor.read(bytes, options),
    )
  }

  if (context.isReplay) return notKept(input.readingKey)
  let hasBegun = false
  const noteBegun = () => {
    hasBegun = true
  }
  const isRetryable = (error: unknown) =>
    hasBegun && error instanceof ProviderError && error.isRetryable
  const read = () => readOnce(tenant, context, input, noteBegun)
  return waitOutside(context, () =>
    retryCall(context, { maxRetries, isRetryable }, () => inTurn(read, context)),
  )
}

/** It is given the whole file, with its pages and pictures. */
const cannotMask = (name: string) =>
  badRequest(
    `“${name}” is outside, and reads whole files, in which nothing can be masked. Choose another text extractor.`,
  )

async function readOnce(
  tenant: Tenant,
  { confirm }: CallContext,
  { opened: { extractor }, readingKey, bytes, name, signal }: Input,
  noteBegun: () => void,
): Promise<DocumentText> {
  await confirm?.()
  const known = await findReadingJob(tenant, readingKey)
  // What a service has begun is paid.
  if (known !== undefined) noteBegun()
  else await assertWithinBudget(tenant)
  const forget = () => keepPaid(() => deleteReadingJob(tenant, readingKey))
  const begun = (job: string) => {
    noteBegun()
    return keepPaid(() => keepReadingJob(tenant, readingKey, job))
  }
  const job = { known, begun, ended: forget }
  try {
    return await extractor.read(bytes, { name, signal, job })
  } catch (error) {
    // A job that failed for good is no use to whoever asks next.
    if (error instanceof ProviderError && !error.isRetryable) await forget()
    throw error
  }
}

/**
 * Lets one at a time read and keep what the key names, in all processes together, and then forgets the
 * service's job: its text is kept.
 */
export function payReadingOnce<T>(
  tenant: Tenant,
  { claims, isReplay }: CallContext,
  readingKey: string,
  work: () => Promise<T>,
): Promise<T> {
  if (isReplay) return work()
  return claims.inTurn(`read/${tenant.organizationId}/${readingKey}`, async () => {
    const kept = await work()
    await deleteReadingJob(tenant, readingKey)
    return kept
  })
}
