import type { Endpoint } from '@recto/contract/wire/endpoint'
import { omitUndefined } from '@recto/omit-undefined'
import { getEndpointPattern } from '../../../platform/http/endpoint-pattern.ts'
import { nowhere } from '../matrix/id-names.ts'
import type { KnownThings } from './known-things.ts'

/** What an endpoint is asked with. A body that is text or bytes is sent as it is, as its `type`. */
export type Sent = {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly type?: string
}

export type Answer = {
  /** For whoever has to read about it. */
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
  known: KnownThings,
  { endpoint, sent }: { readonly endpoint: Endpoint; readonly sent: Sent },
): Promise<Answer> {
  const { method, who } = endpoint
  const { sessionid, csrftoken = '' } = await known.person.cookies()
  const cookie = `sessionid=${sessionid}; csrftoken=${csrftoken}`
  const { body, type } = contentOf(endpoint, sent)
  const url = `${origin}${pathOf(known, endpoint, sent)}${queryOf(sent)}`
  const request = `${method} ${url.slice(0, 300)} ${String(body ?? '').slice(0, 500)}`
  const ask = () =>
    fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        cookie,
        'x-csrftoken': csrftoken,
        ...(who === 'key' && known.keys),
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

function pathOf(known: KnownThings, endpoint: Endpoint, { params }: Sent): string {
  const given = (params ?? {}) as Readonly<Record<string, unknown>>
  return getEndpointPattern(endpoint, 'recto').replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'org' && endpoint.who !== 'key') return 'recto'
    return encoded(given[name] ?? known.meaning(endpoint, name) ?? nowhere)
  })
}

function queryOf({ query }: Sent): string {
  const asked = Object.entries(query ?? {}).map(([name, value]) => `${name}=${encoded(value)}`)
  return asked.length > 0 ? `?${asked.join('&')}` : ''
}

/** As a part of an address; what cannot be one is left out. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed()).slice(0, 6000)
}

type SentContent = { readonly body?: string | Uint8Array<ArrayBuffer>; readonly type?: string }

function contentOf({ method }: Endpoint, { body, type }: Sent): SentContent {
  if (method === 'GET' || body === undefined) return {}
  if (type !== undefined) return { body: body as string | Uint8Array<ArrayBuffer>, type }
  return { body: JSON.stringify(body), type: 'application/json' }
}
