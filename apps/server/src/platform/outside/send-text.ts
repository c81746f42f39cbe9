import { answerLimits } from '@recto/contract/limits'
import { type Dispatcher, request } from 'undici'
import { atMost } from './limit-answer.ts'

type TextRequest = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal | null
}

/**
 * The request as a text, when it is one: `undefined` for streams, forms and the like, and for what
 * `fetch` is to do by itself.
 */
export function textRequestOf(init: RequestInit | undefined): TextRequest | undefined {
  if (typeof init?.body !== 'string' || !init.method || init.redirect) return undefined
  const headers = Object.fromEntries(new Headers(init.headers))
  return { method: init.method, headers, body: init.body, signal: init.signal ?? null }
}

/**
 * Sends a text and receives the whole answer, unless its server says it bit by bit: half the work of a `fetch`, whose streams cost more than
 * a short question and its answer. Follows no redirect.
 */
export async function sendText(
  url: URL,
  { headers, ...rest }: TextRequest,
  dispatcher: Dispatcher,
): Promise<Response> {
  const given = { 'content-type': 'text/plain;charset=UTF-8', ...headers }
  const {
    statusCode,
    headers: answered,
    body,
  } = await request(url, {
    ...(rest as { method: 'POST'; body: string; signal: AbortSignal | null }),
    headers: given,
    dispatcher,
  })
  const bytes = atMost(answerLimits.bytes, body as AsyncIterable<Uint8Array>)
  const isEmpty = statusCode === 204 || statusCode === 205 || statusCode === 304
  const isSaidBitByBit = streams.some((type) => String(answered['content-type']).startsWith(type))
  const said = isSaidBitByBit ? ReadableStream.from(bytes) : await whole(bytes)
  return new Response(isEmpty ? null : said, {
    status: statusCode,
    headers: Object.entries(answered).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    ),
  })
}

/** What comes so is read by whoever asked for it, while it comes. */
const streams = ['text/event-stream', 'application/x-ndjson']

async function whole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}
