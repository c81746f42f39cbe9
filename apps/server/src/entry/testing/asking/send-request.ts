import type { Endpoint } from '@recto/contract/wire/endpoint'
import { omitUndefined } from '@recto/omit-undefined'
import { getEndpointPattern } from '../../../platform/http/endpoint-pattern.ts'
import { unknownId } from '../matrix/id-names.ts'
import type { KnownThings } from './known-things.ts'

/** A request to an endpoint. A body that is text or bytes is sent unchanged, with `type` as its content type. */
export type RequestContent = {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly type?: string
}

export type Answer = {
  /** A short form of the request for error messages. */
  readonly request: string
  /** Undefined where none came before the client hung up. */
  readonly status: number | undefined
  readonly text: string
}

/** After so long whoever asks hangs up: a deployment may be asked to wait for its result. */
const patienceMilliseconds = 5000

/** Sends a request to an endpoint of the organization that things are known of, as who may do all. */
export async function sendRequest(
  origin: string,
  knownThings: KnownThings,
  { endpoint, sent: content }: { readonly endpoint: Endpoint; readonly sent: RequestContent },
): Promise<Answer> {
  const { method, who: audience } = endpoint
  const { sessionid, csrftoken = '' } = await knownThings.person.cookies()
  const cookie = `sessionid=${sessionid}; csrftoken=${csrftoken}`
  const { body, type } = contentOf(endpoint, content)
  const url = `${origin}${pathOf(knownThings, endpoint, content)}${queryOf(content)}`
  const request = `${method} ${url.slice(0, 300)} ${String(body ?? '').slice(0, 500)}`
  const ask = () =>
    fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        cookie,
        'x-csrftoken': csrftoken,
        ...(audience === 'key' && knownThings.keys),
        ...omitUndefined({ 'content-type': type || undefined }),
      },
      signal: AbortSignal.timeout(patienceMilliseconds),
      ...omitUndefined({ body }),
    })
  try {
    const answer = await ask().catch((error: unknown) => {
      // The server may close a connection that it kept open the moment that it is used again, as after a body that it
      // refused to read: what changes nothing is asked once more, as browsers do.
      if (method === 'GET' && isReset(error)) return ask()
      throw error
    })
    return { request, status: answer.status, text: await answer.text() }
  } catch (error) {
    if (!(error instanceof DOMException)) throw new Error(request, { cause: error })
    return { request, status: undefined, text: '' }
  }
}

function isReset(error: unknown): boolean {
  const { code } = Object((error as { cause?: unknown }).cause) as { code?: unknown }
  return code === 'ECONNRESET' || code === 'UND_ERR_SOCKET'
}

function pathOf(knownThings: KnownThings, endpoint: Endpoint, { params }: RequestContent): string {
  const pathValues = (params ?? {}) as Readonly<Record<string, unknown>>
  return getEndpointPattern(endpoint, 'recto').replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'org' && endpoint.who !== 'key') return 'recto'
    return encoded(pathValues[name] ?? knownThings.meaning(endpoint, name) ?? unknownId)
  })
}

function queryOf({ query }: RequestContent): string {
  const queryParts = Object.entries(query ?? {}).map(([name, value]) => `${name}=${encoded(value)}`)
  return queryParts.length > 0 ? `?${queryParts.join('&')}` : ''
}

/** Encodes a value as part of a URL and drops what cannot be encoded. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed()).slice(0, 6000)
}

type SentContent = { readonly body?: string | Uint8Array<ArrayBuffer>; readonly type?: string }

function contentOf({ method }: Endpoint, { body, type }: RequestContent): SentContent {
  if (method === 'GET' || body === undefined) return {}
  if (type !== undefined) return { body: body as string | Uint8Array<ArrayBuffer>, type }
  return { body: JSON.stringify(body), type: 'application/json' }
}
