import { WhisperOptions } from '@recto/contract/text-service'
import { badRequest, invalid, notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import { type Content, discardContent } from '../../../platform/files/content.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { type ReceivedContent, receiveContent } from '../../../platform/files/receive-content.ts'
import type { Upload } from '../../../platform/files/upload.ts'
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

/** The one document of a form, for the time of the work. */
export async function withUpload<T>(
  { files }: Pick<Context, 'files'>,
  { uploads, field }: { readonly uploads: readonly Upload[]; readonly field: string },
  work: (document: ReceivedContent, upload: Upload) => Promise<T>,
): Promise<T> {
  const [upload, ...others] = uploads
  if (!upload) throw invalid(field, 'No file was submitted.', 'required')
  if (others.length > 0) throw invalid(field, 'Send one document at a time.')
  const bytes = bytesOf(files, upload.content)
  const document = await receiveContent(files, bytes, { maxBytes: upload.size })
  try {
    return await work(document, upload)
  } finally {
    await discardContent(files, document.content)
  }
}

async function* bytesOf(files: FileStore, content: Content): AsyncGenerator<Uint8Array> {
  if ('bytes' in content) yield content.bytes
  else yield* await files.read(content.path)
}

const isWish = (value: unknown) =>
  !(
    value === undefined ||
    value === null ||
    value === false ||
    (typeof value === 'string' &&
      ['', 'false', 'none', 'null', '0'].includes(value.toLowerCase())) ||
    (Array.isArray(value) && value.length === 0)
  )

type Wishes = {
  readonly asked: Readonly<Record<string, unknown>>
  /** What is done, or makes no difference to what is read here. */
  readonly known: readonly string[]
}

/** What is asked for and has no equal here is refused by its name, for its absence would not be seen in the result. */
export function refuseOtherWishes({ asked, known }: Wishes): void {
  for (const [name, value] of Object.entries(asked)) {
    const plain = name.replace(/\[\]$/, '')
    if (!known.includes(plain) && isWish(value)) {
      throw invalid(plain.slice(0, 100), 'This is not offered here.')
    }
  }
}

/** Values of a field that may be repeated, or hold several with commas between. */
export const valuesOf = (given: string | readonly string[] | undefined): string[] =>
  [given ?? []]
    .flat()
    .flatMap((text) => text.split(/[,+]/))
    .map((text) => text.trim())
    .filter(Boolean)

/** Fields that clients send as `name[]` under their name. */
export const withoutBrackets = (body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name.replace(/\[\]$/, ''), value]),
  )
