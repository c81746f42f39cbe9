import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts'

/** The handling of one request. Everything that is not set has its default. */
export type ServiceTurn = {
  readonly status?: number
  readonly message?: string
  readonly retryAfterSeconds?: number
  /** Target of a redirect. */
  readonly location?: string
  readonly fault?: 'hang-up' | 'silence' | 'malformed-json' | 'empty-body' | 'web-page'
}

export type ServiceExchange = {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingMessage['headers']
  readonly bytes: Uint8Array
}

export type ServiceReply = {
  readonly status: number
  /** Bytes and text go as they are, all else as JSON. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type CannedService = ScriptedServer<ServiceExchange, ServiceTurn>

/** The handler of one protocol. */
export type ServiceProtocol = {
  answer(exchange: ServiceExchange): ServiceReply | Promise<ServiceReply>
  /** Creates a refusal. */
  refusal(status: number, message: string): unknown
}

/** A service for tests: real HTTP, what its protocol says, and scripted faults. */
export async function startCannedService(protocol: ServiceProtocol): Promise<CannedService> {
  return startScriptedServer<ServiceExchange, ServiceTurn>(
    async ({ request, response, record }) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const { method = 'GET', headers } = request
      const bytes = await buffer(request)
      const query = Object.fromEntries(searchParams)
      const exchange = { method, path: pathname, query, headers, bytes }
      const turn = record(exchange) ?? {}
      if (turn.fault === 'silence') return
      send(response, turn, await replyTo(protocol, exchange, turn))
    },
  )
}

async function replyTo(
  protocol: ServiceProtocol,
  exchange: ServiceExchange,
  { status, message = `The service was told to answer ${status}.` }: ServiceTurn,
): Promise<ServiceReply> {
  if (status === undefined) return protocol.answer(exchange)
  return { status, body: protocol.refusal(status, message) }
}

function send(
  response: ServerResponse,
  turn: ServiceTurn,
  { status, body, headers = {} }: ServiceReply,
): void {
  const { retryAfterSeconds, location, fault } = turn
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds))
  if (location !== undefined) response.setHeader('location', location)
  const isWritten = typeof body === 'string' || body instanceof Uint8Array
  const whole = isWritten ? body : JSON.stringify(body)
  if (fault === 'hang-up') {
    response.writeHead(status, { 'content-length': Buffer.byteLength(whole) })
    response.write(whole.slice(0, whole.length / 2), () => response.destroy())
    return
  }
  const faulty = {
    'web-page': '<!doctype html><title>Somewhere else</title>',
    'malformed-json': whole.slice(0, -2),
    'empty-body': '',
    silence: '',
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(fault ? faulty[fault] : whole)
}

/** The JSON of a request. */
export const jsonOf = ({ bytes }: ServiceExchange): Readonly<Record<string, unknown>> =>
  bytes.length === 0 ? {} : (JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>)
