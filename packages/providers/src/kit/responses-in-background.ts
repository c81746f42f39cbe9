import { omitUndefined } from '@recto/omit-undefined'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { ServiceJob } from '@recto/provider-spec/service-job'
import { z } from 'zod'
import { pause } from './external-call.ts'
import { linesOf } from './lines-of.ts'

/** A server with the Responses API. */
export type ResponsesServer = {
  readonly name: string
  readonly fetch: typeof globalThis.fetch
  /** Address without `/responses`. */
  readonly baseURL: string
  readonly headers: Readonly<Record<string, string>>
  /** Whether the reply is streamed. Otherwise the server is asked for it from time to time. */
  readonly streams: boolean
}

type BackgroundCall = {
  readonly job: ServiceJob
  readonly onText?: ((soFar: string) => void) | undefined
  /** Called as soon as the server has started the call. */
  readonly onBegun: () => void
}

/** The part of a response that its course depends on; everything else is for the SDK. */
const ResponseState = z.looseObject({
  id: z.string().regex(/^\w[\w.:-]{0,499}$/),
  status: z.string(),
  error: z.looseObject({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
})
type ResponseState = z.output<typeof ResponseState>

const ResponseEvent = z.looseObject({
  delta: z.unknown().optional(),
  type: z.string(),
  response: ResponseState.optional().catch(undefined),
})

const unfinishedStatuses = ['queued', 'in_progress']

/** The server keeps nothing under the id: it has expired, was deleted, or is of another account. */
const lossStatuses = [400, 404, 405, 410, 501]

const firstPollSeconds = 0.2
const maxPollSeconds = 2
const pollGrowth = 1.3

/**
 * A `fetch` for the SDK that makes a call of the Responses API in background mode: the server
 * completes it even when nobody listens, and keeps the reply under an id. To the SDK it looks like
 * the same call without background mode.
 */
export function fetchInBackground(
  server: ResponsesServer,
  background: BackgroundCall,
): typeof globalThis.fetch {
  return async (_input, init) => {
    const signal = init?.signal ?? new AbortController().signal
    const { earlierId } = background.job
    if (earlierId !== undefined) {
      const earlierOutcome = await awaitOutcome(server, earlierId, signal)
      if (!isLost(earlierOutcome)) return toReply(earlierOutcome)
      await background.job.onLost()
    }
    return start(server, background, { init: init ?? {}, signal })
  }
}

type CallToStart = { readonly init: RequestInit; readonly signal: AbortSignal }

async function start(
  server: ResponsesServer,
  background: BackgroundCall,
  { init, signal }: CallToStart,
): Promise<Response> {
  const { stream: _, ...body } = JSON.parse(String(init.body)) as Record<string, unknown>
  const mode = omitUndefined({ background: true, store: true, stream: server.streams || undefined })
  const response = await server.fetch(`${server.baseURL}/responses`, {
    ...init,
    body: JSON.stringify({ ...body, ...mode }),
    headers: { ...headersWithoutKey(init), ...server.headers },
  })
  if (!response.ok) return response
  background.onBegun()
  const isStreamed = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStreamed && response.body)
    return follow(server, background, { body: response.body, signal })
  const state = await readState(server, response)
  await background.job.onStarted(state.id)
  return toReply(isUnfinished(state) ? await awaitOutcome(server, state.id, signal) : state)
}

/** The SDK puts a key of its own into this header. */
function headersWithoutKey({ headers }: RequestInit): Record<string, string> {
  const { authorization: _, ...rest } = Object.fromEntries(new Headers(headers))
  return rest
}

type OpenStream = { readonly body: ReadableStream<Uint8Array>; readonly signal: AbortSignal }

/** The state of a call, as far as its events have told it. */
type Progress = {
  id: string | undefined
  /** Stores the id. */
  pendingWrite: Promise<void> | undefined
  text: string
}

/** Reads the events of a call. If they break off, the reply is fetched by its id. */
async function follow(
  server: ResponsesServer,
  background: BackgroundCall,
  { body, signal }: OpenStream,
): Promise<Response> {
  const progress: Progress = { id: undefined, pendingWrite: undefined, text: '' }
  const outcome = await readEvents(body, background, progress).catch((error: unknown) => {
    if (progress.id === undefined || signal.aborted) throw error
  })
  if (progress.id === undefined) throw unreadable(server)
  // The next event need not wait for this, but the use of the reply must.
  await progress.pendingWrite
  return toReply(outcome ?? (await awaitOutcome(server, progress.id, signal)))
}

/** Returns the response that has ended, or `undefined` if the events end before. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  background: BackgroundCall,
  progress: Progress,
): Promise<ResponseState | undefined> {
  for await (const event of eventsOf(body)) {
    noteEvent(event, background, progress)
    if (event.response && !isUnfinished(event.response)) return event.response
  }
  return undefined
}

function noteEvent(
  { type, delta, response }: z.output<typeof ResponseEvent>,
  { job, onText }: BackgroundCall,
  progress: Progress,
): void {
  if (response && progress.id === undefined) {
    progress.id = response.id
    progress.pendingWrite = job.onStarted(response.id)
    progress.pendingWrite.catch(() => {})
  }
  if (type !== 'response.output_text.delta' || typeof delta !== 'string') return
  progress.text += delta
  onText?.(progress.text)
}

async function* eventsOf(body: ReadableStream<Uint8Array>) {
  for await (const line of linesOf(body)) {
    if (!line.startsWith('data:')) continue
    const event = ResponseEvent.safeParse(parseJson(line.slice('data:'.length)))
    if (event.success) yield event.data
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Some servers end with `[DONE]`, which is no JSON.
    return undefined
  }
}

/** The end of a call, or a refusal of the server. */
type Outcome = ResponseState | Response

/** Asks for a call until it has ended. */
async function awaitOutcome(
  server: ResponsesServer,
  id: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { fetch, headers } = server
  for (let seconds = firstPollSeconds; ; seconds = Math.min(seconds * pollGrowth, maxPollSeconds)) {
    const response = await fetch(addressOf(server, id), { method: 'GET', headers, signal })
    if (!response.ok) return response
    const state = await readState(server, response)
    if (!isUnfinished(state)) return state
    await pause(seconds, signal)
  }
}

const isUnfinished = ({ status }: ResponseState) => unfinishedStatuses.includes(status)

const statusOfFailure: Readonly<Record<string, number>> = {
  rate_limit_exceeded: 429,
  server_error: 500,
}

const hasFailed = ({ status }: ResponseState) => status === 'failed' || status === 'cancelled'

/** Whether an earlier call has no reply that could be fetched, so that it has to be made again. */
const isLost = (outcome: Outcome) =>
  outcome instanceof Response ? lossStatuses.includes(outcome.status) : hasFailed(outcome)

/** Builds the response that the SDK would have received if it had waited. */
function toReply(outcome: Outcome): Response {
  if (outcome instanceof Response) return outcome
  const { status, error } = outcome
  if (!hasFailed(outcome)) return Response.json(outcome)
  const message = error?.message ?? `the call ended with the status “${status}”.`
  return Response.json(
    { error: { message, type: status, code: error?.code ?? status } },
    { status: statusOfFailure[error?.code ?? ''] ?? 409 },
  )
}

/** Tells the server to stop answering. */
export async function cancelResponse(
  server: ResponsesServer,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { fetch, headers } = server
  const address = `${addressOf(server, id)}/cancel`
  await (await fetch(address, { method: 'POST', headers, signal })).body?.cancel()
}

/** Deletes a response at the server. */
export async function deleteResponse(
  server: ResponsesServer,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { fetch, headers } = server
  await (await fetch(addressOf(server, id), { method: 'DELETE', headers, signal })).body?.cancel()
}

const addressOf = ({ baseURL }: ResponsesServer, id: string) => `${baseURL}/responses/${id}`

async function readState(server: ResponsesServer, response: Response): Promise<ResponseState> {
  const state = ResponseState.safeParse(parseJson(await response.text()))
  if (!state.success) throw unreadable(server)
  return state.data
}

const unreadable = ({ name }: ResponsesServer) =>
  new ProviderError({
    code: 'reply-unreadable',
    message: `${name} returned a response that could not be read.`,
  })
