import { setImmediate as yieldToRequests } from 'node:timers/promises'
import type { Page } from '@recto/document-text/model'
import type { ReadEnd, ReadPage } from '@recto/document-text/reader'
import { omitUndefined } from '@recto/omit-undefined'
import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { toUserMessage } from '../../../platform/describe-failure.ts'
import { keepEnd } from '../../../platform/keep-end.ts'
import { readDocumentBytes, readDocumentPages } from '../../documents/documents.port.ts'
import {
  beginTextJob,
  insertPages,
  type JobOutcome,
  type PageCounts,
  type PageProgress,
  type TextJobRow,
} from '../jobs/text-jobs.store.ts'
import { completeJob } from './complete-job.ts'
import { type ExtractionRun, extractValues } from './extract-values.ts'
import { openSplitting } from './open-splitting.ts'
import { keyOfReading, pagesFrom, readOptionsOf } from './read-options.ts'
import { openRendering } from './render-pages.ts'
import { storeResult } from './result-files.ts'

type Payload = { readonly organizationId: number; readonly jobId: string }

/**
 * Reads the pages of a job and writes its text, or the values that its schema asks for. Safe to
 * run twice: a finished job is not changed, and pages that were read before come from the store.
 */
export async function extractTextOfJob(
  ctx: Context,
  { organizationId, jobId }: Payload,
  run: ExtractionRun,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const job = await beginTextJob(tenant, jobId)
  if (!job) return
  const { extraction } = job.options
  const counts = extraction
    ? await extractValues(ctx, tenant, { job, extraction, run })
    : await extract(ctx, tenant, { job, signal: run.signal })
  await completeJob(ctx, tenant, { job, outcome: { status: 'processed', counts } })
}

/** Ends a job whose text cannot be extracted. */
export async function failTextJob(
  ctx: Context,
  { organizationId, jobId }: Payload,
  error: unknown,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const job = await beginTextJob(tenant, jobId)
  if (!job) return
  const isPageMissing = (error as { code?: unknown }).code === 'no-such-page'
  const total = isPageMissing ? await countAllPages(ctx, tenant, job) : undefined
  const outcome: JobOutcome = {
    status: 'error',
    error: toUserMessage(error),
    ...omitUndefined({ total }),
  }
  await completeJob(ctx, tenant, { job, outcome })
}

type ExtractionJob = { readonly job: TextJobRow; readonly signal: AbortSignal }

async function extract(
  ctx: Context,
  tenant: Tenant,
  extraction: ExtractionJob,
): Promise<PageCounts> {
  try {
    return await extractIn(ctx, tenant, {
      ...extraction,
      language: extraction.job.options.language,
    })
  } catch (error) {
    // The language is only a hint: an unknown one is read as English.
    if ((error as { code?: unknown }).code !== 'language-missing') throw error
    return extractIn(ctx, tenant, { ...extraction, language: 'eng' })
  }
}

type ExtractionWork = ExtractionJob & { readonly language: string }

async function extractIn(
  ctx: Context,
  tenant: Tenant,
  { job, signal, language }: ExtractionWork,
): Promise<PageCounts> {
  const { options } = job
  const progress = openProgress(tenant, job.id)
  const rendering = options.split ? openSplitting(options.split) : openRendering(options)
  const failures: string[] = []
  let counts: PageCounts = { total: 0, requested: 0, processed: 0 }
  const reading = keepEnd(readPages(ctx, tenant, { job, signal, language }))
  for await (const pageOfDocument of reading.items) {
    rendering.add(pageOfDocument.page)
    const { page, total, requestedCount: requestedPages } = pageOfDocument
    const failure = failureOf(page)
    if (failure !== null) failures.push(failure)
    const readCount = failure === null ? 1 : 0
    counts = { total, requested: requestedPages, processed: counts.processed + readCount }
    await progress.add({ pageNo: page.number + 1, seconds: pageOfDocument.seconds, failure })
    // Pages from the store arrive immediately, and requests must not wait for all of them.
    await yieldToRequests()
  }
  await progress.write()
  const [failure] = failures
  if (counts.processed === 0 && failure !== undefined) throw badRequest(failure)
  const result = {
    ...rendering.finish(),
    ...omitUndefined({ warnings: reading.end()?.warnings }),
  }
  await storeResult(ctx, tenant, { jobId: job.id, result })
  return counts
}

/** Counts the pages of a document of which none was requested that it has. */
async function countAllPages(ctx: Context, tenant: Tenant, job: TextJobRow): Promise<number> {
  const bytes = await readDocumentBytes(ctx, tenant, job.file_hash)
  return (await ctx.reader.inspect(bytes)).pages
}

/** Explains to the user why a page is missing from the text. */
function failureOf({ failure, isDamaged }: Page): string | null {
  return failure ?? (isDamaged ? 'The page is damaged.' : null)
}

function readPages(
  ctx: Context,
  tenant: Tenant,
  extraction: ExtractionWork,
): AsyncIterable<ReadPage, ReadEnd> {
  const { options, file_hash: hash } = extraction.job
  const reading = { ...readOptionsOf(options), language: extraction.language }
  return readDocumentPages(ctx, tenant, {
    hash,
    extractorKey: keyOfReading(reading),
    // The file name of the client is only a label: the content determines the file type.
    read: (bytes, from) =>
      ctx.reader.readPages(bytes, {
        ...reading,
        pages: pagesFrom(options.pages, from),
        signal: extraction.signal,
      }),
  })
}

const writeIntervalMilliseconds = 500

/** Writes the progress of pages that arrive quickly in batches. */
function openProgress(tenant: Tenant, jobId: string) {
  let pendingPages: PageProgress[] = []
  let lastWriteAt = performance.now()
  const write = async () => {
    await insertPages(tenant, jobId, pendingPages)
    pendingPages = []
    lastWriteAt = performance.now()
  }
  return {
    write,
    async add(page: PageProgress) {
      pendingPages.push(page)
      if (performance.now() - lastWriteAt >= writeIntervalMilliseconds) await write()
    },
  }
}
