import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { type ReceivedContent, receiveContent } from '../../../platform/files/receive-content.ts'
import { TooManyBytesError } from '../../../platform/files/store-stream.ts'

type FetchDocumentDependencies = Pick<Context, 'publicFetch' | 'files'>

/** Clients wait 120 seconds for their upload to be accepted. */
const timeoutSeconds = 60
const maxRedirects = 5
const maxBytes = 200 * 1024 * 1024

/** Fetches a document that the caller gives as a URL. */
export async function fetchDocument(
  ctx: FetchDocumentDependencies,
  address: string,
): Promise<ReceivedContent> {
  const signal = AbortSignal.timeout(timeoutSeconds * 1000)
  try {
    const body = await open(ctx, { url: urlOf(address), signal })
    return await receiveContent(ctx.files, body, { maxBytes })
  } catch (error) {
    if (signal.aborted) throw notFetched(`the download took more than ${timeoutSeconds} seconds.`)
    if (error instanceof TooManyBytesError) {
      throw notFetched(`it is larger than ${maxBytes / 1024 / 1024} MB.`)
    }
    throw error
  }
}

type FetchTarget = { readonly url: URL; readonly signal: AbortSignal }

/**
 * Follows redirects as separate requests, so that each target is checked like the first address.
 */
async function open(
  ctx: FetchDocumentDependencies,
  { url, signal }: FetchTarget,
): Promise<AsyncIterable<Uint8Array>> {
  let location = url
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await fetchOnce(ctx, location, signal)
    const redirectTarget = response.headers.get('location')
    if (response.ok) return response.body ?? emptyBody()
    await response.body?.cancel()
    if (response.status < 300 || response.status > 399 || redirectTarget === null) {
      throw notFetched(`the server responded with ${response.status}.`)
    }
    location = urlOf(redirectTarget, location)
  }
  throw notFetched('the server redirects too many times.')
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

async function fetchOnce(
  { publicFetch }: FetchDocumentDependencies,
  url: URL,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await publicFetch(url, { redirect: 'manual', signal })
  } catch (error) {
    if (signal.aborted) throw error
    const { cause = error } = error as Error
    throw notFetched(describeFailure(cause))
  }
}

function urlOf(text: string, base?: URL): URL {
  const url = URL.parse(text.trim(), base?.href)
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw invalid('url', 'Enter the URL of a document. It must begin with http:// or https://.')
  }
  return url
}

const notFetched = (reason: string) =>
  invalid('url', `The document could not be fetched: ${reason}`)
