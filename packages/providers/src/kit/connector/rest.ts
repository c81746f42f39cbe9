import type { ProviderErrorCode } from '@recto/provider-spec/provider-error'
import { parseRetryAfter } from '../explain-failure.ts'
import { ServiceFailure } from './service-failure.ts'

const codesOfStatus: Readonly<Record<number, ProviderErrorCode>> = {
  401: 'unauthorised',
  403: 'unauthorised',
  404: 'not-found',
  408: 'timed-out',
  429: 'rate-limited',
}

/** Returns the error code for the JSON of a refusal, if the status alone is ambiguous. */
type Meaning = (json: unknown) => ProviderErrorCode | undefined

/** Throws for a refusal, with the message of the service if there is one. */
export async function assertOk(response: Response, meaning?: Meaning): Promise<Response> {
  if (response.ok) return response
  throw await failureOf(response, meaning)
}

async function failureOf(response: Response, meaning?: Meaning): Promise<ServiceFailure> {
  const { status } = response
  const text = await startOf(response)
  const usual = codesOfStatus[status] ?? (status >= 500 ? 'unavailable' : 'refused')
  const code = meaning?.(parsed(text)) ?? usual
  const words = refusalReason(response, text)
  return new ServiceFailure(code, `The server returned ${status}: ${words}`, {
    status,
    retryAfterSeconds: parseRetryAfter(response.headers.get('retry-after')),
  })
}

/** Makes an error for an unreadable answer. The answer is not quoted, because any server may stand at the address. */
export function unreadable(text: string, status?: number): ServiceFailure {
  const message = isWebPage(text)
    ? 'The server returned a web page instead of data. There may be a proxy in between.'
    : 'The server returned a response that could not be read.'
  return new ServiceFailure('reply-unreadable', message, { status })
}

/** Yields the bytes of an answer; none if it has no body. */
export async function* bodyOf(response: Response): AsyncGenerator<Uint8Array> {
  if (!response.body) return
  for await (const chunk of response.body) yield chunk as Uint8Array
}

/** Characters of a refusal that are read. */
const maxRefusalLength = 20_000

async function startOf(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of bodyOf(response)) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > maxRefusalLength) break
  }
  return text
}

function refusalReason({ status, statusText, headers }: Response, text: string): string {
  const location = headers.get('location')
  if (status >= 300 && status < 400 && location !== null)
    return `the address redirects to ${location}.`
  if (isWebPage(text)) return 'the response is a web page. There may be a proxy in between.'
  return wordsIn(parsed(text)) ?? (statusText || 'no reason was given.')
}

const wordKeys = ['message', 'error_description', 'error_summary', 'detail', 'error', 'code']

function wordsIn(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  const record = json as Readonly<Record<string, unknown>>
  for (const key of wordKeys) {
    const value = record[key]
    if (typeof value === 'string' && value !== '') return value
    const inner = wordsIn(value)
    if (inner !== undefined) return inner
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller reports text that is no JSON when it checks the shape.
    return undefined
  }
}

const isWebPage = (text: string) => /^\s*<(!doctype|html)/i.test(text)
