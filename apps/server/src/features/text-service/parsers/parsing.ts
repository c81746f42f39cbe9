import { WhisperOptions } from '@recto/contract/text-service/text-service'
import { omitUndefined } from '@recto/omit-undefined'
import { badRequest, notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import type { ReceivedContent } from '../../../platform/files/receive-content.ts'
import { findTextJob, markKnown, type TextJobRow } from '../jobs/text-jobs.store.ts'
import type { KeyHolder } from '../keys/admit-key.ts'
import { findPageBlocks, type PageBlocks } from '../results/result-files.ts'
import { waitForTextJob } from '../results/wait-for-text-job.ts'
import { planJob } from '../uploads/plan-job.ts'
import { submitDocument } from '../uploads/submit-document.ts'

type ParsingDependencies = Pick<
  Context,
  'config' | 'db' | 'files' | 'jobs' | 'shutdownSignal' | 'reader'
>

/** Request of a client of another parser, in our terms. */
export type TextParsingOptions = {
  readonly mode: 'native_text' | 'high_quality' | 'form'
  readonly languages: readonly string[]
  /** Pages counted from 1, such as `1-3,7-`; blank for all. */
  readonly pages: string
  readonly fileName: string
  /** Tag by which its pages are identified in the usage list. */
  readonly tag: string
  readonly pageSeparator?: string | undefined
  readonly formats?: TextJobOptions['formats']
  readonly tier?: string
  readonly userMetadata?: TextJobOptions['userMetadata']
}

type ParsingRequest = {
  readonly caller: KeyHolder
  readonly document: ReceivedContent
  readonly options: TextParsingOptions
}

/**
 * Starts the job that reads one document into blocks. The reply names the job, so it counts as
 * known to the client.
 */
export async function startParsing(
  ctx: ParsingDependencies,
  { caller, document, options: parsingOptions }: ParsingRequest,
): Promise<TextJobRow> {
  const { mode, languages, pages, fileName, tag, pageSeparator } = parsingOptions
  const { formats, tier, userMetadata } = parsingOptions
  const query = WhisperOptions.parse({
    mode,
    pages_to_extract: pages,
    tag,
    file_name: fileName.slice(0, 1024),
    ...omitUndefined({
      lang: languages.length > 0 ? languages.join('+') : undefined,
      page_separator: pageSeparator,
    }),
  })
  const plannedOptions = await planJob(caller, query)
  const jobOptions: TextJobOptions = {
    ...plannedOptions,
    output: 'blocks',
    ...omitUndefined({ formats, tier, userMetadata }),
  }
  const job = await submitDocument(ctx, { caller, options: jobOptions, document })
  await markKnown(caller.tenant, job.id)
  return job
}

export type ParsedJob = { readonly job: TextJobRow; readonly pages: readonly PageBlocks[] }

/** Does the same and waits for the result; the job is cancelled when the caller disconnects. */
export async function parseNow(
  ctx: ParsingDependencies,
  request: ParsingRequest & { readonly disconnectSignal: AbortSignal },
): Promise<ParsedJob> {
  const acceptedJob = await startParsing(ctx, request)
  const { tenant } = request.caller
  const job = await waitForTextJob(ctx, tenant, {
    job: acceptedJob,
    disconnectSignal: request.disconnectSignal,
  })
  return loadParsedJob(ctx, request.caller, job)
}

/**
 * Returns the pages of a finished job; they can be fetched any number of times until they are
 * purged.
 */
export async function loadParsedJob(
  ctx: Pick<Context, 'files'>,
  { tenant }: KeyHolder,
  job: TextJobRow,
): Promise<ParsedJob> {
  if (job.status === 'error') throw badRequest(job.error_message || 'The document cannot be read.')
  if (job.status !== 'processed') throw badRequest('The document is still being read.')
  const pages = await findPageBlocks(ctx, tenant, job.id)
  if (!pages) throw notFound('job')
  return { job, pages }
}

export async function findParsingJob({ tenant }: KeyHolder, id: string): Promise<TextJobRow> {
  const job = await findTextJob(tenant, { id })
  if (job?.options.output !== 'blocks') throw notFound('job')
  return job
}
