import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { exampleOfSchema } from './canned-model/example-of-schema.ts'
import { type KeptCalls, openKeptCalls, parseKeptRequest } from './canned-model/kept-replies.ts'
import {
  cutInLetter,
  repeatForEver,
  withoutUsage,
  withoutUsageInPiece,
} from './canned-model/odd-bodies.ts'
import { openAiChat } from './canned-model/openai.ts'
import { createPrefixCache, type PrefixCache } from './canned-model/prefix-cache.ts'
import { protocolOf } from './canned-model/protocols.ts'
import type {
  CannedReply,
  JsonObject,
  Protocol,
  ReceivedCall,
  Stop,
} from './canned-model/received-call.ts'
import {
  beginOnly,
  end,
  hangUp,
  type Outcome,
  sendBytes,
  sendJson,
  trickle,
} from './canned-model/send-reply.ts'
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts'

/** A text after which the model stops for another reason than that it has said all. */
export class StoppedText {
  readonly text: string
  readonly stoppedBy: Stop

  constructor(text: string, stoppedBy: Stop) {
    this.text = text
    this.stoppedBy = stoppedBy
  }
}

/** What to say: a text, an object (sent as JSON text), a `StoppedText`, or a function of the request. */
export type ScriptedReply = string | object | ((call: ReceivedCall) => string | object)

/** The handling of one request. Everything that is not set has its default. */
type Turn = {
  readonly reply?: ScriptedReply
  readonly latencyMs?: number
  /** Answers no earlier. */
  readonly until?: Promise<unknown>
  /** Begins a streamed answer at once, with the first half of its pieces, and sends the others no earlier. */
  readonly rest?: Promise<unknown>
  /** Refuses with this status, in the error shape of the protocol. */
  readonly status?: number
  readonly message?: string
  readonly retryAfterSeconds?: number
  /** The header as it is, such as a date. */
  readonly retryAfter?: string
  /** Answers with exactly this, whatever was asked. */
  readonly raw?: { readonly status: number; readonly type: string; readonly body: string }
  /** The thoughts that the model states apart from its reply. */
  readonly reasoning?: string
  /** The counts of tokens, in place of those of the texts. */
  readonly tokens?: 'missing' | TokenCounts
  /**
   * `hang-up` cuts the connection in the middle of the body, `silence` never answers,
   * `malformed-json` and `empty-body` come with status 200, `truncated` stops by length half-way,
   * `trickle` says a letter now and then and never comes to the end, `stream` streams though nobody asked,
   * `silent-stream` begins an answer and says nothing more, `endless` says one piece of its text (or of its reasoning, if it
   * has some) for ever, `breaks-off` ends a stream after half of its pieces, `half-letter` ends in the middle of a letter of several bytes, `split-letters` sends each byte apart,
   * and `error-inside` sends a refusal with status 200.
   */
  readonly fault?:
    | 'hang-up'
    | 'silence'
    | 'malformed-json'
    | 'empty-body'
    | 'truncated'
    | 'trickle'
    | 'stream'
    | 'silent-stream'
    | 'endless'
    | 'breaks-off'
    | 'half-letter'
    | 'split-letters'
    | 'error-inside'
}

type TokenCounts = {
  readonly input?: number
  readonly output?: number
  readonly cached?: number
  readonly reasoning?: number
}

export type Exchange = {
  /** Counts from 1; the reply's own id ends with it. */
  readonly id: number
  readonly at: string
  readonly method: string
  readonly path: string
  /** Lower-case names. The values of keys are replaced by `***`. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonObject
  readonly call: ReceivedCall | undefined
  readonly idempotencyKey: string | undefined
  /** Whether the server goes on by itself and keeps the reply. */
  readonly isKept: boolean
  readonly status?: number
  /** Set when the answer was handed over completely, or the exchange ended without one. */
  readonly repliedAt?: string
  readonly outcome?: Outcome
}

type CannedModelServerOptions = {
  /** 0 takes a free one. */
  readonly port?: number
  readonly latencyMs?: number
  /** The reply to requests without a queued turn. By default, it follows the schema or is `OK`. */
  readonly reply?: ScriptedReply
  /** Says why the server refuses a request with such a body with 400; `undefined` if it does not. */
  readonly refuses?: (body: JsonObject) => string | undefined
  /** Whether the server has a prefix cache, as the large services have. */
  readonly hasCache?: boolean
  /**
   * The list of models that the server gives, and what Ollama's `/api/show` says of them; without it, it has none. Nobody
   * counts these requests.
   */
  readonly models?: readonly JsonObject[]
  /** When given, any other key is refused with 401. */
  readonly apiKey?: string
  readonly onReceived?: (exchange: Exchange) => void
  readonly onEnded?: (exchange: Exchange) => void
}

/** Its address is without a path: OpenAI clients add `/v1`. */
export type CannedModelServer = ScriptedServer<Exchange, Turn>

const secretHeaders = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** A model server for tests: real HTTP and real protocols, scripted replies and faults. */
export async function startCannedModelServer(
  options: CannedModelServerOptions = {},
): Promise<CannedModelServer> {
  const keptCalls = openKeptCalls()
  const cache = options.hasCache ? createPrefixCache() : undefined
  return startScriptedServer<Exchange, Turn>(async ({ request, response, requests, record }) => {
    const body = await readJson(request)
    if (asksForModels(request)) return sendModels(response, options.models)
    if (asksForModel(request)) return showModel(response, body, options.models)
    const exchange = describe(request, body, requests.length + 1)
    options.onReceived?.(exchange)
    const keptRequest = parseKeptRequest(exchange.method, exchange.path)
    const isKept = keptRequest && isKeyRight(request, options.apiKey)
    // Turns are for calls: nobody can know how often a client will look whether one has ended.
    const turn = record(exchange, { takesTurn: !isKept }) ?? {}

    const outcome = isKept
      ? await keptCalls.answer(keptRequest, response)
      : await treat({ request, response, exchange, turn, options, keptCalls, cache })
    if (outcome !== 'abandoned') exchange.status = response.statusCode
    exchange.repliedAt = new Date().toISOString()
    exchange.outcome = outcome
    options.onEnded?.(exchange)
  }, options.port)
}

const asksForModels = ({ method, url }: IncomingMessage) =>
  method === 'GET' && url?.endsWith('/models') === true

async function sendModels(
  response: ServerResponse,
  models: CannedModelServerOptions['models'],
): Promise<void> {
  const list = { object: 'list', data: models ?? [] }
  await sendJson(response, models ? 200 : 404, JSON.stringify(list))
}

const asksForModel = ({ method, url }: IncomingMessage) => method === 'POST' && url === '/api/show'

async function showModel(
  response: ServerResponse,
  { model: name }: JsonObject,
  models: CannedModelServerOptions['models'] = [],
): Promise<void> {
  const model = models.find(({ id }) => id === name)
  const body = model ?? { error: `model '${String(name)}' not found` }
  await sendJson(response, model ? 200 : 404, JSON.stringify(body))
}

async function readJson(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? {} : (JSON.parse(text) as JsonObject)
}

function describe(request: IncomingMessage, body: JsonObject, id: number): Writable<Exchange> {
  const method = request.method ?? ''
  const path = new URL(request.url ?? '/', 'http://localhost').pathname
  const protocol = protocolOf(method, path, body)
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    secretHeaders.includes(name) ? '***' : String(value),
  ])
  return {
    id,
    at: new Date().toISOString(),
    method,
    path,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body,
    call: protocol?.parse(body, path),
    isKept: protocol?.isKept?.(body, request.headers) ?? false,
    idempotencyKey: request.headers['idempotency-key']?.toString(),
  }
}

type Treatment = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly exchange: Exchange
  readonly turn: Turn
  readonly options: CannedModelServerOptions
  readonly keptCalls: KeptCalls
  readonly cache: PrefixCache | undefined
}

async function treat(treatment: Treatment): Promise<Outcome> {
  const { response, turn, options } = treatment
  if (isKept(treatment)) return refuseOrAnswer(treatment)
  const closePromise = once(response, 'close').then(() => 'gone' as const)
  if (turn.fault === 'silence') {
    await closePromise
    return 'abandoned'
  }
  const latencyMs = turn.latencyMs ?? options.latencyMs ?? 0
  if (latencyMs > 0 && (await Promise.race([delay(latencyMs), closePromise])) === 'gone')
    return 'abandoned'
  if (turn.until && (await Promise.race([turn.until, closePromise])) === 'gone') return 'abandoned'
  return refuseOrAnswer(treatment)
}

function refuseOrAnswer(treatment: Treatment): Promise<Outcome> {
  const { request, response, exchange, turn, options } = treatment
  const { method, path, body, call } = exchange
  const protocol = protocolOf(method, path, body)
  const refuse = (status: number, message: string) => {
    const refusal = protocol?.refusal ?? openAiChat.refusal
    return sendJson(response, status, JSON.stringify(refusal(status, message)))
  }
  if (!isKeyRight(request, options.apiKey)) return refuse(401, 'The API key is not valid.')
  if (!protocol || !call) return refuse(404, `There is nothing at ${method} ${path}.`)
  if (turn.raw) {
    response.writeHead(turn.raw.status, { 'content-type': turn.raw.type })
    response.write(turn.raw.body)
    return end(response)
  }
  const reason = findComplaint(call, body, options)
  if (reason !== undefined) return refuse(400, reason)
  if (turn.status === undefined) return answer({ ...treatment, protocol, call })

  const retryAfter = turn.retryAfter ?? turn.retryAfterSeconds
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter))
  return refuse(turn.status, turn.message ?? `The server was told to answer ${turn.status}.`)
}

const findComplaint = (
  { kind, imageComplaint }: ReceivedCall,
  body: JsonObject,
  { refuses }: CannedModelServerOptions,
) => (kind === 'generate' ? (imageComplaint ?? refuses?.(body)) : undefined)

function isKeyRight({ headers }: IncomingMessage, apiKey: string | undefined): boolean {
  return (
    apiKey === undefined ||
    headers.authorization === `Bearer ${apiKey}` ||
    ['x-api-key', 'api-key', 'x-goog-api-key'].some((name) => headers[name] === apiKey)
  )
}

async function answer(
  treatment: Treatment & { readonly protocol: Protocol; readonly call: ReceivedCall },
): Promise<Outcome> {
  const { response, exchange, turn, protocol, call } = treatment
  const reply = replyTo(call, turn, treatment, exchange.id)
  if (isKept(treatment)) return keep({ ...treatment, reply })
  const isStreamed = call.isStreaming || turn.fault === 'stream'
  const pieces = isStreamed ? piecesFor(protocol, turn, { call, reply }) : undefined
  const whole = pieces
    ? pieces.join('')
    : JSON.stringify(answerFor(protocol, turn, { call, reply }))
  const type = pieces ? (protocol.streamType ?? 'text/event-stream') : 'application/json'
  if (turn.fault) {
    const outcome = misbehave(treatment, { type, whole, protocol, call, reply })
    if (outcome) return outcome
  }
  if (!pieces) return sendJson(response, 200, whole)

  response.writeHead(200, { 'content-type': type })
  return stream(response, pieces, turn.rest)
}

type AnsweredCall = { readonly call: ReceivedCall; readonly reply: CannedReply }

function answerFor(
  protocol: Protocol,
  { tokens }: Turn,
  { call, reply }: AnsweredCall,
): JsonObject {
  const answer = protocol.answer(call, reply)
  return tokens === 'missing' ? withoutUsage(answer) : answer
}

function piecesFor(protocol: Protocol, { tokens, fault }: Turn, { call, reply }: AnsweredCall) {
  const pieces = protocol.stream?.(call, reply)
  if (tokens === 'missing') return pieces?.map(withoutUsageInPiece)
  return fault === 'breaks-off' ? pieces?.slice(0, Math.ceil(pieces.length / 2)) : pieces
}

type WholeAnswer = AnsweredCall & {
  readonly protocol: Protocol
  readonly type: string
  readonly whole: string
}

/** Sends an answer with the fault of the turn; `undefined` if the fault is not in the body. */
function misbehave(
  { response, turn }: Treatment,
  { type, whole, ...answerParts }: WholeAnswer,
): Promise<Outcome> | undefined {
  switch (turn.fault) {
    case 'hang-up':
      return hangUp(response, whole)
    case 'trickle':
      return trickle(response, whole)
    case 'malformed-json':
      return sendJson(response, 200, whole.slice(0, -2))
    case 'empty-body':
      return sendJson(response, 200, '')
    case 'silent-stream':
      return beginOnly(response, type)
    case 'endless':
      return repeatForEver(response, answerParts).then(() => 'abandoned')
    case 'half-letter':
      return sendBytes(response, type, [cutInLetter(whole)])
    case 'split-letters':
      return sendBytes(
        response,
        type,
        [...Buffer.from(whole)].map((byte) => Buffer.of(byte)),
      )
    case 'error-inside':
      return sendErrorInside(response, type, answerParts.protocol)
    default:
      return undefined
  }
}

function sendErrorInside(
  response: ServerResponse,
  type: string,
  protocol: Protocol,
): Promise<Outcome> {
  const refusal = JSON.stringify(protocol.refusal(429, 'Too many requests: try again later.'))
  const body = type === 'text/event-stream' ? `data: ${refusal}\n\n` : `${refusal}\n`
  return sendBytes(response, type, [Buffer.from(body)])
}

/** A silent server does not even say that it has begun. */
const isKept = ({ exchange, turn }: Treatment) => exchange.isKept && turn.fault !== 'silence'

type KeptTreatment = Treatment & {
  readonly protocol: Protocol
  readonly call: ReceivedCall
  readonly reply: CannedReply
}

/**
 * Says at once under which id the call is kept. It then goes on whether or not anybody listens, and
 * counts as replied when it is complete. `hang-up` cuts the connection as soon as the id is said.
 */
async function keep(treatment: KeptTreatment): Promise<Outcome> {
  const { response, turn, options, protocol, call, reply, keptCalls } = treatment
  const { id, now, finalOutcome } = keptCalls.start({
    id: reply.id,
    protocol,
    whole: protocol.answer(call, reply),
    latencyMs: turn.latencyMs ?? options.latencyMs ?? 0,
    until: turn.until,
  })
  const pieces = call.isStreaming ? protocol.stream?.(call, { ...reply, id }) : undefined
  const [first, ...rest] = pieces ?? [JSON.stringify(now())]
  const type = pieces ? 'text/event-stream' : 'application/json'
  response.writeHead(200, { 'content-type': type })
  response.write(first, () => {
    if (pieces && turn.fault === 'hang-up') response.destroy()
  })
  if (!pieces) response.end()
  const outcome = await finalOutcome
  if (!response.destroyed) response.end(outcome === 'completed' ? rest.join('') : undefined)
  return outcome === 'completed' ? 'replied' : 'refused'
}

async function stream(
  response: ServerResponse,
  pieces: readonly string[],
  rest: Promise<unknown> | undefined,
): Promise<Outcome> {
  const half = rest ? Math.ceil(pieces.length / 2) : 0
  for (const piece of pieces.slice(0, half)) response.write(piece)
  const closePromise = once(response, 'close').then(() => 'gone' as const)
  if (rest && (await Promise.race([rest, closePromise])) === 'gone') return 'abandoned'
  for (const piece of pieces.slice(half)) response.write(piece)
  return end(response)
}

const tokensIn = (text: string) => Math.ceil(text.length / 4)

function replyTo(
  call: ReceivedCall,
  turn: Turn,
  { options, cache }: Pick<Treatment, 'options' | 'cache'>,
  number: number,
): CannedReply {
  const reply = turn.reply ?? options.reply ?? sayOk
  const replyValue = typeof reply === 'function' ? reply(call) : reply
  const isCut = turn.fault === 'truncated'
  const counts: TokenCounts = turn.tokens === 'missing' ? {} : (turn.tokens ?? {})
  const whole = textOf(replyValue)
  const text = isCut ? whole.slice(0, Math.ceil(whole.length / 2)) : whole
  const stoppedBy = replyValue instanceof StoppedText ? replyValue.stoppedBy : 'end'
  return {
    id: `canned-${number}`,
    text,
    reasoning: turn.reasoning,
    stoppedBy: isCut ? 'length' : stoppedBy,
    inputTokens: counts.input ?? tokensIn(call.system + call.prompt + call.texts.join('')),
    outputTokens: counts.output ?? tokensIn(text),
    cachedTokens: counts.cached ?? cache?.read(call.system + call.prompt),
    reasoningTokens: counts.reasoning,
  }
}

function textOf(reply: string | object): string {
  if (reply instanceof StoppedText) return reply.text
  return typeof reply === 'string' ? reply : JSON.stringify(reply)
}

const sayOk = (call: ReceivedCall): string =>
  call.schema ? JSON.stringify(exampleOfSchema(call.schema)) : 'OK'
