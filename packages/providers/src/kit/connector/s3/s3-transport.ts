import { Readable } from 'node:stream'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { omitUndefined } from '@recto/omit-undefined'
import { unreadable } from '../rest.ts'

type Handler = Exclude<NonNullable<S3ClientConfig['requestHandler']>, { handlerProtocol: string }>

type Request = {
  readonly method: string
  readonly protocol: string
  readonly hostname: string
  readonly port?: number
  readonly path: string
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Headers that are dropped: `fetch` sets the host, and `Expect: 100-continue` is not used. */
const droppedHeaders: ReadonlySet<string> = new Set(['host', 'expect'])

/** Makes the vendor's client use our `fetch`, which checks every address. */
export function s3Transport(fetch: typeof globalThis.fetch): Handler {
  const handler = {
    async handle(request: Request, { abortSignal }: { abortSignal?: AbortSignal } = {}) {
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => !droppedHeaders.has(name.toLowerCase())),
      )
      const response = await fetch(
        addressOf(request),
        omitUndefined({
          method: request.method,
          // Objects are delivered as they are stored.
          headers: { 'accept-encoding': 'identity', ...headers },
          body: request.body === undefined ? undefined : (request.body as Uint8Array<ArrayBuffer>),
          signal: abortSignal,
        }),
      )
      const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
      if (isPage && (!response.ok || isListing(request))) {
        await response.body?.cancel()
        throw unreadable('<html', response.status)
      }
      return {
        response: {
          statusCode: response.status,
          reason: response.statusText,
          headers: Object.fromEntries(response.headers),
          body: response.body ? Readable.fromWeb(response.body as never) : Readable.from([]),
        },
      }
    },
    metadata: { handlerProtocol: 'http/1.1' },
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
    destroy: () => undefined,
  }
  return handler as unknown as Handler
}

function addressOf({ protocol, hostname, port, path, query = {} }: Request): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    [value].flat().map((one) => `${escapeComponent(key)}=${escapeComponent(String(one ?? ''))}`),
  )
  const queryString = pairs.length > 0 ? `?${pairs.sort().join('&')}` : ''
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${queryString}`
}

/** Escapes a text in the same way as the request signature. */
const escapeComponent = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Tells whether a request lists objects. A file may be a web page; a listing never is. */
const isListing = ({ query, path }: Request): boolean =>
  query?.['list-type'] !== undefined || path === '/'
