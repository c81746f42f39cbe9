import type { Endpoint, EndpointInput, EndpointReply } from '@recto/contract/wire/endpoint'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { omitUndefined } from '@recto/omit-undefined'
import {
  type DefaultError,
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { createStore } from '../store/create-store.ts'
import { addressOf } from './address.ts'
import { Refusal, refusalOf } from './refusal.ts'

/** Whether the latest reply said that there is no session. */
export const isSignedOut = createStore(false)

type Parts = {
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
}

/** Sends one request. Throws a `Refusal` if it fails. */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  signal?: AbortSignal,
): Promise<EndpointReply<E>> {
  const response = await request(endpoint, input, signal)
  const body = await bodyOf(response)
  noteStatus(response.status)
  if (!response.ok) throw refusalOf(response.status, body)
  return parseReply(endpoint, body, response.status)
}

/** Returns query options for one endpoint: for `useQuery`, `useSuspenseQuery`, or to prefetch. */
export const read = <E extends Endpoint>(endpoint: E, input: EndpointInput<E>) =>
  readAs(endpoint, input, asIs<EndpointReply<E>, EndpointReply<E>>)

/** Like `read`, but converts the reply to the types of the pages. */
export function readAs<E extends Endpoint, Data>(
  endpoint: E,
  input: EndpointInput<E>,
  fromWire: (reply: EndpointReply<E>) => Data,
) {
  return queryOptions<Data, Refusal>({
    queryKey: [...keyOf(endpoint), input],
    queryFn: async ({ signal }) => fromWire(await send(endpoint, input, signal)),
  })
}

const asIs = <From, To>(value: From): To => value as unknown as To

/** Returns the common start of all query keys of an endpoint. */
export const keyOf = ({ method, path, product }: Endpoint) =>
  [method, path, product ?? 'platform'] as const

type Effects<Reply, Result> = {
  /** Endpoints whose cached replies the change invalidates. */
  readonly invalidates: readonly Endpoint[]
  readonly fromWire?: (reply: Reply) => Result
  /** Returns the page's name for a field that a refusal names as on the wire. */
  readonly fieldOf?: (attr: string) => string
}

type Change<E extends Endpoint, Variables, Result> = Effects<EndpointReply<E>, Result> & {
  /** Converts the variables of the page to the request. */
  readonly toWire?: (variables: Variables) => EndpointInput<E>
}

/**
 * Returns a mutation for one endpoint. It resolves once the queries on the screen that it invalidates
 * were fetched again.
 */
export function useChange<
  E extends Endpoint,
  Variables = EndpointInput<E>,
  Result = EndpointReply<E>,
>(endpoint: E, { toWire = asIs, ...effects }: Change<E, Variables, Result>) {
  return useWrite((variables: Variables) => send(endpoint, toWire(variables)), effects)
}

type Files = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly form: FormData
  /** Called with the fraction already sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void
  readonly signal?: AbortSignal
}

type Upload<E extends Endpoint, Variables, Result> = Effects<EndpointReply<E>, Result> & {
  readonly toWire?: (variables: Variables) => Files
}

/** Like `useChange`, for an endpoint that accepts files. */
export function useUpload<E extends Endpoint, Variables = Files, Result = EndpointReply<E>>(
  endpoint: E,
  { toWire = asIs, ...effects }: Upload<E, Variables, Result>,
) {
  return useWrite((variables: Variables) => upload(endpoint, toWire(variables)), effects)
}

/**
 * Sends a form with files. Uses XMLHttpRequest, because `fetch` cannot report the progress of an
 * upload.
 */
export function upload<E extends Endpoint>(endpoint: E, files: Files): Promise<EndpointReply<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, addressOf(endpoint, files))
    request.setRequestHeader('X-CSRFToken', csrfToken())
    request.upload.addEventListener(
      'progress',
      ({ loaded: loadedBytes, total: totalBytes, lengthComputable }) => {
        if (lengthComputable) files.onProgress?.(loadedBytes / totalBytes)
      },
    )
    request.addEventListener('load', () => {
      const body = readBody(request.responseText)
      noteStatus(request.status)
      const isOk = request.status >= 200 && request.status < 300
      if (!isOk) return reject(refusalOf(request.status, body))
      try {
        resolve(parseReply(endpoint, body, request.status))
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

function useWrite<Variables, Reply, Result>(
  act: (variables: Variables) => Promise<Reply>,
  { invalidates, fromWire = asIs, fieldOf }: Effects<Reply, Result>,
): UseMutationResult<Result, Refusal, Variables> {
  const client = useQueryClient()
  return useMutation<Result, DefaultError, Variables>({
    async mutationFn(variables) {
      try {
        return fromWire(await act(variables))
      } catch (error) {
        throw error instanceof Refusal && fieldOf ? error.withFields(fieldOf) : error
      }
    },
    onSuccess: async () => {
      await Promise.all(
        invalidates.map((stale) => client.invalidateQueries({ queryKey: keyOf(stale) })),
      )
    },
  }) as UseMutationResult<Result, Refusal, Variables>
}

function request<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  signal?: AbortSignal,
): Promise<Response> {
  const { params, query, body } = input as Parts
  const address = addressOf(endpoint, omitUndefined({ params, query }))
  return fetchSameOrigin(
    address,
    omitUndefined({
      method: endpoint.method,
      headers: headersFor(endpoint.method, body),
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    }),
  )
}

async function fetchSameOrigin(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, credentials: 'same-origin' })
  } catch (cause) {
    const kind = init.signal?.aborted ? 'cancelled' : 'offline'
    throw new Refusal({ kind, status: 0, cause })
  }
}

type RawRequest = {
  readonly method: string
  readonly headers?: Record<string, string>
  readonly body?: BodyInit
  readonly signal?: AbortSignal
}
type RawReply = { readonly status: number; readonly text: string }

/**
 * Sends any request and returns the unprocessed reply, for pages that show what the server replies.
 */
export async function sendRaw(
  address: string,
  { method, headers, body, signal }: RawRequest,
): Promise<RawReply> {
  const response = await fetchSameOrigin(
    address,
    omitUndefined({
      method,
      headers: { ...headersFor(method, undefined), ...headers },
      body,
      signal,
    }),
  )
  return { status: response.status, text: await response.text() }
}

/** Downloads a file from an address of this installation. */
export async function fetchFile(address: string): Promise<Blob> {
  const response = await fetchSameOrigin(address, { method: 'GET' })
  noteStatus(response.status)
  if (!response.ok) throw refusalOf(response.status, undefined)
  return response.blob()
}

const noteStatus = (status: number): void => isSignedOut.set(status === 401)

async function bodyOf(response: Response): Promise<unknown> {
  return readBody(await response.text())
}

/** Values of documents keep all their digits. */
function readBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return parseExactJson(text)
  } catch {
    // Proxies and unknown paths may reply with HTML; the status is sufficient then.
    return text
  }
}

function parseReply<E extends Endpoint>(
  endpoint: E,
  body: unknown,
  status: number,
): EndpointReply<E> {
  const parsedReply = endpoint.reply.safeParse(body)
  if (parsedReply.success) return parsedReply.data as EndpointReply<E>
  throw new Refusal({
    kind: 'unknown',
    status,
    body,
    cause: new Error(
      `${endpoint.method} ${endpoint.path} returned a reply in an unexpected format.`,
      {
        cause: parsedReply.error,
      },
    ),
  })
}

function headersFor(method: string, body: unknown): Record<string, string> {
  return omitUndefined({
    accept: 'application/json',
    'content-type': body === undefined ? undefined : 'application/json',
    'X-CSRFToken': method === 'GET' ? undefined : csrfToken(),
  })
}

/** Read for every write, because another tab may have signed in again. */
function csrfToken(): string {
  const match = document.cookie.match(/(?:^|;\s*)csrftoken=([^;]*)/)
  return decodeURIComponent(match?.[1] ?? '')
}
