import { presignedLimits } from '@recto/contract/wire/limits'
import { AppError, type AppErrorKind } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import { discardContent } from '../../platform/files/content.ts'
import { receiveContent } from '../../platform/files/receive-content.ts'
import { TooManyBytesError } from '../../platform/files/store-stream.ts'
import type { Upload } from '../../platform/files/upload.ts'

type FetchPresignedDependencies = Pick<Context, 'publicFetch' | 'files'>

/**
 * Fetches the documents that a caller gives as URLs, one after the other; each counts as an
 * uploaded file. Only https and public addresses are allowed, and redirects are not followed. If
 * one download fails, those already fetched are discarded.
 */
export async function fetchPresigned(
  ctx: FetchPresignedDependencies,
  urls: readonly string[],
): Promise<readonly Upload[]> {
  const uploads: Upload[] = []
  try {
    for (const url of urls) uploads.push(await fetchOne(ctx, url))
    return uploads
  } catch (error) {
    await discardFetched(ctx, uploads)
    throw error
  }
}

export async function discardFetched(
  { files }: Pick<FetchPresignedDependencies, 'files'>,
  uploads: readonly Upload[],
): Promise<void> {
  await Promise.all(uploads.map(({ content }) => discardContent(files, content)))
}

async function fetchOne(ctx: FetchPresignedDependencies, text: string): Promise<Upload> {
  const url = new URL(text)
  if (url.protocol !== 'https:') throw refusal(url, 'only https addresses are allowed')
  const late = AbortSignal.timeout(presignedLimits.seconds * 1000)
  const response = await ask(ctx, url, late)
  return await receive(ctx, { url, response }).catch((error: unknown) => {
    if (error instanceof TooManyBytesError) throw tooLarge(url)
    // A full disk is not the fault of the other server.
    if (!isInterrupted(error)) throw error
    throw late.aborted
      ? tooSlow(url, error)
      : refusal(url, 'the download was interrupted', 'bad-gateway', error)
  })
}

/** The other server ended the download before the end of the file. */
class InterruptedError extends Error {
  override readonly name = 'InterruptedError'
}

/** The file store may have wrapped the error. */
function isInterrupted(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof InterruptedError) return true
  }
  return false
}

async function ask(
  { publicFetch }: FetchPresignedDependencies,
  url: URL,
  signal: AbortSignal,
): Promise<Response> {
  const response = await publicFetch(url, { redirect: 'manual', signal }).catch((error: Error) => {
    if (signal.aborted) throw tooSlow(url, error)
    const { message } = error.cause instanceof Error ? error.cause : error
    throw refusal(url, message.replace(/\.$/, ''), 'bad-request', error)
  })
  if (response.ok) return response
  await response.body?.cancel()
  const { status } = response
  if (status >= 300 && status < 400)
    throw refusal(url, 'it redirects to another address, and redirects are not followed')
  throw refusal(
    url,
    `the server responded with ${status}`,
    status >= 500 ? 'bad-gateway' : 'bad-request',
  )
}

type FetchPresignedReply = { readonly url: URL; readonly response: Response }

async function receive(
  { files }: FetchPresignedDependencies,
  { url, response }: FetchPresignedReply,
): Promise<Upload> {
  const maxBytes = presignedLimits.bytes
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await response.body?.cancel()
    throw tooLarge(url)
  }
  const { content, size, hash } = await receiveContent(files, bytesOf(response), { maxBytes })
  const mimeType = response.headers.get('content-type')?.split(';')[0]?.trim()
  return {
    field: 'files',
    name: nameIn(url),
    mimeType: mimeType || 'application/octet-stream',
    size,
    hash,
    content,
  }
}

async function* bytesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const chunks = body?.[Symbol.asyncIterator]()
  if (!chunks) return
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch((cause: unknown) => {
        throw new InterruptedError('The download was interrupted.', { cause })
      })
      if (done) return
      yield value
    }
  } finally {
    // Cancels the download if the reader stops early.
    await chunks.return?.()
  }
}

/** An address without a host, such as a data URL, can hold a whole file. */
const maxShownLength = 100

/** The URL without its query, because the signature in the query is a secret. */
const withoutSearch = ({ protocol, host, pathname }: URL) =>
  host === ''
    ? `${protocol}${pathname}`.slice(0, maxShownLength)
    : `${protocol}//${host}${pathname}`

function nameIn({ pathname }: URL): string {
  const last = pathname.split('/').findLast(Boolean) ?? 'document'
  try {
    return decodeURIComponent(last).replaceAll('\0', '')
  } catch {
    // The path is not validly percent-encoded: it is used as it is.
    return last
  }
}

function refusal(url: URL, reason: string, kind: AppErrorKind = 'bad-request', cause?: unknown) {
  const detail = `${withoutSearch(url)} cannot be fetched: ${reason}.`
  return new AppError(kind, [{ code: 'error', detail, attr: 'presigned_urls' }], { cause })
}

const tooLarge = (url: URL) =>
  refusal(url, `the file is larger than ${presignedLimits.bytes / 1024 / 1024} MB`, 'too-large')

const tooSlow = (url: URL, cause: unknown) =>
  refusal(
    url,
    `the server did not respond within ${presignedLimits.seconds} seconds`,
    'gateway-timeout',
    cause,
  )
