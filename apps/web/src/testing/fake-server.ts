import { getAccess } from '@recto/contract/organizations/access'
import type { Endpoint, EndpointReply, EndpointRequest } from '@recto/contract/wire/endpoint'
import type { FailureBody } from '@recto/contract/wire/wire'
import { parseExactJson } from '@recto/exact-json/parse-json'
import type { z } from 'zod'

/** A request to the fake server, after the validation by the contract. */
export type Call<E extends Endpoint = Endpoint> = EndpointRequest<E> & { readonly headers: Headers }

/** A refusal as the real server would send it. */
export class RefusedReply {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

/** Answers of the fake server, alone or in lists. */
export type FakeAnswers = readonly (Answer | readonly Answer[])[]

export type Answer = {
  readonly endpoint: Endpoint
  readonly reply: (call: Call) => unknown
}

type Server = {
  readonly answers: Answer[]
  readonly calls: { readonly endpoint: Endpoint; readonly call: Call }[]
}

/** Matches every organization. */
const baseOf = (product = 'recto') => `/api/v1/${product}/[^/]+`
let server: Server = { answers: [], calls: [] }
let unknownRequests: string[] = []

export type Reply<E extends Endpoint> = (
  call: Call<E>,
) => EndpointReply<E> | Promise<EndpointReply<E>> | RefusedReply

/**
 * One answer. The reply is checked against the contract, so a test cannot rest on an answer that the
 * real server would never give. May be a promise, or throw `RefusedReply`.
 */
export function answer<E extends Endpoint>(endpoint: E, reply: Reply<E>): Answer {
  return { endpoint, reply: reply as Answer['reply'] }
}

/** The standard refusal. */
type FailureType = { readonly type?: FailureBody['type'] }

export function refuse(
  status: number,
  detail: string,
  { attr = null, code = 'error', type }: Partial<FailureBody['errors'][number]> & FailureType = {},
): RefusedReply {
  const defaultType = status >= 500 ? 'server_error' : attr ? 'validation_error' : 'client_error'
  return new RefusedReply(status, {
    type: type ?? defaultType,
    errors: [{ code, detail, attr }],
  } satisfies FailureBody)
}

/** The sign-in page requests it without a session; nothing is configured. */
const accessAnswer = answer(getAccess, () => ({
  sign_up: 'invited' as const,
  confirms_mail: false,
  sends_mail: true,
  single_sign_on: null,
  regions: [],
}))

/** Stands in for the server. Later answers win over earlier ones; unknown calls fail the test. */
export function fakeServer(...answers: FakeAnswers) {
  server = { answers: [accessAnswer, ...answers.flat()].reverse(), calls: [] }
  globalThis.fetch = async (address, init) => {
    const { status, text } = await respond({
      address: String(address),
      method: init?.method ?? 'GET',
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? parseExactJson(init.body) : init?.body,
    })
    return new Response(status === 204 ? null : text, { status })
  }
  globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest

  return {
    /** Every call of an endpoint so far, oldest first. */
    callsOf<E extends Endpoint>(endpoint: E): Call<E>[] {
      return server.calls
        .filter((entry) => entry.endpoint === endpoint)
        .map((entry) => entry.call as Call<E>)
    },
  }
}

export const unknownCalls = (): readonly string[] => unknownRequests

export function resetFakeServer(): void {
  server = { answers: [], calls: [] }
  unknownRequests = []
}

type IncomingRequest = {
  readonly address: string
  readonly method: string
  readonly headers: Headers
  readonly body: unknown
}

async function respond(request: IncomingRequest): Promise<{ status: number; text: string }> {
  const url = new URL(request.address, 'http://recto.test')
  for (const { endpoint, reply } of server.answers) {
    const params = paramsOf(endpoint, url.pathname)
    if (endpoint.method !== request.method || !params) continue

    const call = {
      params: parsed(endpoint.params, params),
      query: parsed(endpoint.query, Object.fromEntries(url.searchParams)),
      body: endpoint.accepts === 'multipart' ? request.body : parsed(endpoint.body, request.body),
      headers: request.headers,
    } as Call
    server.calls.push({ endpoint, call })
    const replyBody = await reply(call)
    if (replyBody instanceof RefusedReply)
      return { status: replyBody.status, text: JSON.stringify(replyBody.body) }
    const checked = endpoint.reply.parse(replyBody)
    return { status: endpoint.status ?? 200, text: JSON.stringify(checked) ?? '' }
  }
  unknownRequests.push(`${request.method} ${request.address}`)
  return { status: 501, text: '' }
}

const parsed = (schema: z.ZodType | undefined, value: unknown) => schema?.parse(value)

function paramsOf(
  { path, who: audience, product }: Endpoint,
  pathname: string,
): Record<string, string> | undefined {
  const whole = audience === 'member' || audience === 'admin' ? `${baseOf(product)}${path}` : path
  const names: string[] = []
  const pattern = whole.replace(/:([A-Za-z_]+)/g, (_, name: string) => {
    names.push(name)
    return '([^/]+)'
  })
  const match = pathname.match(new RegExp(`^${pattern}$`))
  if (!match) return undefined
  return Object.fromEntries(
    names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]),
  )
}

/** An upload as the page makes it: progress, then the answer. */
class FakeUpload extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  #method = ''
  #address = ''
  readonly #headers = new Headers()

  open(method: string, address: string) {
    this.#method = method
    this.#address = address
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }

  abort() {
    this.dispatchEvent(new Event('abort'))
  }

  async send(body: unknown) {
    const progressEvent = { lengthComputable: true, loaded: 1, total: 1 }
    this.upload.dispatchEvent(new ProgressEvent('progress', progressEvent))
    const { status, text } = await respond({
      address: this.#address,
      method: this.#method,
      headers: this.#headers,
      body,
    })
    this.status = status
    this.responseText = text
    this.dispatchEvent(new Event('load'))
  }
}
