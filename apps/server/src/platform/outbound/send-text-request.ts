import { answerLimits } from '@recto/contract/wire/limits'
import { type Dispatcher, request } from 'undici'
import { limitBytes } from './limit-response.ts'

type TextRequest = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal | null
}

/**
 * The request, if its body is a plain string; `undefined` for streams, forms and the like, and for
 * anything that only `fetch` handles.
 */
export function asTextRequest(init: RequestInit | undefined): TextRequest | undefined {
  if (typeof init?.body !== 'string' || !init.method || init.redirect) return undefined
  const headers = Object.fromEntries(new Headers(init.headers))
  return { method: init.method, headers, body: init.body, signal: init.signal ?? null }
}

/** The caller reads these while they arrive. */
const streamedTypes = ['text/event-stream', 'application/x-ndjson']

/**
 * Sends a text and receives the whole response, unless the server streams it. Costs half of a
 * `fetch`, whose streams cost more than a short request and response. Follows no redirect.
 */
export async function sendTextRequest(
  url: URL,
  { headers, ...options }: TextRequest,
  dispatcher: Dispatcher,
): Promise<Response> {
  const requestHeaders = { 'content-type': 'text/plain;charset=UTF-8', ...headers }
  const {
    statusCode,
    headers: responseHeaders,
    body,
  } = await request(url, {
    ...(options as { method: 'POST'; body: string; signal: AbortSignal | null }),
    headers: requestHeaders,
    dispatcher,
  })
  const bytes = limitBytes(answerLimits.bytes, body as AsyncIterable<Uint8Array>)
  const isEmpty = statusCode === 204 || statusCode === 205 || statusCode === 304
  const isStreamed = streamedTypes.some((type) =>
    String(responseHeaders['content-type']).startsWith(type),
  )
  const responseBody = isStreamed ? ReadableStream.from(bytes) : await readAll(bytes)
  return new Response(isEmpty ? null : responseBody, {
    status: statusCode,
    headers: Object.entries(responseHeaders).flatMap(([name, value]) =>
      [value ?? []].flat().map((item): [string, string] => [name, item]),
    ),
  })
}

async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}
