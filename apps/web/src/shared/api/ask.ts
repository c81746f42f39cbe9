import type { Endpoint, EndpointInput, EndpointReply } from '@recto/contract/endpoint'
import {
  type DefaultError,
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { addressOf } from './address.ts'
import { Refusal, refusalOf } from './refusal.ts'

type Parts = {
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
}

/** Asks the server once. Throws a `Refusal` when it does not do as asked. */
export async function send<E extends Endpoint>(
  endpoint: E,
  ask: EndpointInput<E>,
  signal?: AbortSignal,
): Promise<EndpointReply<E>> {
  const response = await request(endpoint, ask, signal)
  const answer = await bodyOf(response)
  if (!response.ok) throw refusalOf(response.status, answer)
  return understand(endpoint, answer, response.status)
}

/** Query options for one endpoint: for `useQuery`, `useSuspenseQuery`, or to prefetch. */
export const read = <E extends Endpoint>(endpoint: E, ask: EndpointInput<E>) =>
  readAs(endpoint, ask, asItIs<EndpointReply<E>, EndpointReply<E>>)

/** The same for an endpoint whose reply the pages know in words of their own. */
export function readAs<E extends Endpoint, Data>(
  endpoint: E,
  ask: EndpointInput<E>,
  fromWire: (reply: EndpointReply<E>) => Data,
) {
  return queryOptions<Data, Refusal>({
    queryKey: [...keyOf(endpoint), ask],
    queryFn: async ({ signal }) => fromWire(await send(endpoint, ask, signal)),
  })
}

const asItIs = <From, To>(value: From): To => value as unknown as To

/** The beginning of every cache key of an endpoint's answers. */
export const keyOf = ({ method, path, product }: Endpoint) =>
  [method, path, product ?? 'platform'] as const

type Effects<Answer, Made> = {
  /** Whatever the change makes stale is named here and nowhere else. */
  readonly makesStale: readonly Endpoint[]
  readonly fromWire?: (reply: Answer) => Made
  /** Returns our name for a field that a refusal names as the wire does. */
  readonly fieldOf?: (attr: string) => string
}

type Change<E extends Endpoint, Given, Made> = Effects<EndpointReply<E>, Made> & {
  /** What the server is asked for what the page gives. */
  readonly toWire?: (given: Given) => EndpointInput<E>
}

/** A change to the server. */
export function useChange<E extends Endpoint, Given = EndpointInput<E>, Made = EndpointReply<E>>(
  endpoint: E,
  { toWire = asItIs, ...effects }: Change<E, Given, Made>,
) {
  return useWrite((given: Given) => send(endpoint, toWire(given)), effects)
}

type Files = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly form: FormData
  /** Called with the part already sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void
  readonly signal?: AbortSignal
}

type Upload<E extends Endpoint, Given, Made> = Effects<EndpointReply<E>, Made> & {
  readonly toWire?: (given: Given) => Files
}

/** Like `useChange`, for an endpoint that accepts files. */
export function useUpload<E extends Endpoint, Given = Files, Made = EndpointReply<E>>(
  endpoint: E,
  { toWire = asItIs, ...effects }: Upload<E, Given, Made>,
) {
  return useWrite((given: Given) => upload(endpoint, toWire(given)), effects)
}

/** Sends a form with files. `fetch` cannot report how much of a body has left, hence the older API. */
export function upload<E extends Endpoint>(endpoint: E, files: Files): Promise<EndpointReply<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, addressOf(endpoint, files))
    request.setRequestHeader('X-CSRFToken', csrfToken())
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) files.onProgress?.(loaded / total)
    })
    request.addEventListener('load', () => {
      const answer = parseJson(request.responseText)
      const isFine = request.status >= 200 && request.status < 300
      if (!isFine) return reject(refusalOf(request.status, answer))
      try {
        resolve(understand(endpoint, answer, request.status))
      } catch (refusal) {
        reject(refusal)
      }
    })
    request.addEventListener('error', () => reject(new Refusal({ kind: 'offline', status: 0 })))
    request.addEventListener('abort', () => reject(new Refusal({ kind: 'cancelled', status: 0 })))
    files.signal?.addEventListener('abort', () => request.abort())
    request.send(files.form)
  })
}

function useWrite<Given, Answer, Made>(
  act: (given: Given) => Promise<Answer>,
  { makesStale, fromWire = asItIs, fieldOf }: Effects<Answer, Made>,
): UseMutationResult<Made, Refusal, Given> {
  const client = useQueryClient()
  return useMutation<Made, DefaultError, Given>({
    async mutationFn(given) {
      try {
        return fromWire(await act(given))
      } catch (error) {
        throw error instanceof Refusal && fieldOf ? error.withFields(fieldOf) : error
      }
    },
    onSuccess: async () => {
      await Promise.all(
        makesStale.map((stale) => client.invalidateQueries({ queryKey: keyOf(stale) })),
      )
    },
  }) as UseMutationResult<Made, Refusal, Given>
}

function request<E extends Endpoint>(
  endpoint: E,
  ask: EndpointInput<E>,
  signal?: AbortSignal,
): Promise<Response> {
  const { params, query, body } = ask as Parts
  const address = addressOf(endpoint, { ...(params && { params }), ...(query && { query }) })
  return reach(address, {
    method: endpoint.method,
    headers: headersFor(endpoint.method, body),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, credentials: 'same-origin' })
  } catch (cause) {
    const kind = init.signal?.aborted ? 'cancelled' : 'offline'
    throw new Refusal({ kind, status: 0, cause })
  }
}

type RawAsk = {
  readonly method: string
  readonly headers?: Record<string, string>
  readonly body?: BodyInit
  readonly signal?: AbortSignal
}
type RawAnswer = { readonly status: number; readonly text: string }

/** Asks for anything, and returns the answer as it came: for a page that shows what the server says. */
export async function sendRaw(
  address: string,
  { method, headers, body, signal }: RawAsk,
): Promise<RawAnswer> {
  const response = await reach(address, {
    method,
    headers: { ...headersFor(method, undefined), ...headers },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  })
  return { status: response.status, text: await response.text() }
}

/** The bytes at an address of this installation. */
export async function fetchFile(address: string): Promise<Blob> {
  const response = await reach(address, { method: 'GET' })
  if (!response.ok) throw refusalOf(response.status, undefined)
  return response.blob()
}

async function bodyOf(response: Response): Promise<unknown> {
  return parseJson(await response.text())
}

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Proxies and unrouted paths answer in HTML; the status says what happened.
    return text
  }
}

function understand<E extends Endpoint>(
  endpoint: E,
  answer: unknown,
  status: number,
): EndpointReply<E> {
  const understood = endpoint.reply.safeParse(answer)
  if (understood.success) return understood.data as EndpointReply<E>
  throw new Refusal({
    kind: 'unknown',
    status,
    body: answer,
    cause: new Error(`${endpoint.method} ${endpoint.path} answered in an unknown shape.`, {
      cause: understood.error,
    }),
  })
}

function headersFor(method: string, body: unknown): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(method === 'GET' ? {} : { 'X-CSRFToken': csrfToken() }),
  }
}

/** Read at every write: another tab may have signed in again meanwhile. */
function csrfToken(): string {
  const found = document.cookie.match(/(?:^|;\s*)csrftoken=([^;]*)/)
  return decodeURIComponent(found?.[1] ?? '')
}
