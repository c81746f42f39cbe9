import { WhisperOptions } from '@recto/contract/text-service'
import { badRequest, notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import type { ReceivedContent } from '../../../platform/files/receive-content.ts'
import { findTextJob, markKnown, type TextJobRow } from '../jobs/text-jobs.store.ts'
import type { KeyHolder } from '../keys/admit-key.ts'
import { findPageBlocks, type PageBlocks } from '../results/result-files.ts'
import { untilDone } from '../results/until-done.ts'
import { planJob } from '../uploads/plan-job.ts'
import { submitDocument } from '../uploads/submit-document.ts'

type Needs = Pick<Context, 'config' | 'db' | 'files' | 'jobs' | 'leaving' | 'reader'>

/** What a client of another parser wants, in our words. */
export type WantedParsing = {
  readonly mode: 'native_text' | 'high_quality' | 'form'
  readonly languages: readonly string[]
  /** From 1, such as `1-3,7-`; blank is all. */
  readonly pages: string
  readonly fileName: string
  /** By which its pages are told apart in the list of what was used. */
  readonly tag: string
  readonly pageSeparator?: string | undefined
  readonly formats?: TextJobOptions['formats']
}

type Asked = {
  readonly admitted: KeyHolder
  readonly document: ReceivedContent
  readonly wanted: WantedParsing
}

/** Has one document read into blocks; whoever asks is told of the job. */
export async function startParsing(
  ctx: Needs,
  { admitted, document, wanted }: Asked,
): Promise<TextJobRow> {
  const { mode, languages, pages, fileName, tag, pageSeparator, formats } = wanted
  const query = WhisperOptions.parse({
    ...{ mode, pages_to_extract: pages, tag, file_name: fileName.slice(0, 1024) },
    ...(languages.length > 0 && { lang: languages.join('+') }),
    ...(pageSeparator !== undefined && { page_separator: pageSeparator }),
  })
  const planned = await planJob(admitted, query)
  const options: TextJobOptions = { ...planned, output: 'blocks', ...(formats && { formats }) }
  const job = await submitDocument(ctx, { admitted, options, document })
  await markKnown(admitted.tenant, job.id)
  return job
}

export type Parsed = { readonly job: TextJobRow; readonly pages: readonly PageBlocks[] }

/** The same, waited for; the job is cancelled when the caller goes away. */
export async function parseNow(
  ctx: Needs,
  asked: Asked & { readonly gone: AbortSignal },
): Promise<Parsed> {
  const accepted = await startParsing(ctx, asked)
  const { tenant } = asked.admitted
  const job = await untilDone(ctx, tenant, { job: accepted, gone: asked.gone })
  return parsedOf(ctx, asked.admitted, job)
}

/** Pages of a job that is done, as often as they are asked for while they are kept. */
export async function parsedOf(
  ctx: Pick<Context, 'files'>,
  { tenant }: KeyHolder,
  job: TextJobRow,
): Promise<Parsed> {
  if (job.status === 'error') throw badRequest(job.error_message || 'The document cannot be read.')
  if (job.status !== 'processed') throw badRequest('The document is still being read.')
  const pages = await findPageBlocks(ctx, tenant, job.id)
  if (!pages) throw notFound('job')
  return { job, pages }
}

export async function findParsing({ tenant }: KeyHolder, id: string): Promise<TextJobRow> {
  const job = await findTextJob(tenant, { id })
  if (job?.options.output !== 'blocks') throw notFound('job')
  return job
}
