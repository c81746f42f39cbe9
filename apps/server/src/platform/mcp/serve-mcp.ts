import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import { bodyLimits } from '@recto/contract/wire/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, badRequest } from '../app-error.ts'
import type { Context } from '../context.ts'
import { parseJsonBody } from '../http/parse-json-body.ts'
import { presentError, toErrorMessage } from '../http/present-error.ts'
import { acceptRawBodies } from '../http/raw-bodies.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { answerMessage, type ExplainedRefusal } from './answer-message.ts'
import { callCancelled } from './mcp.events.ts'
import { type McpServer, serverInfo } from './mcp-server.ts'
import { isUnreadable, type Message, parseMessage } from './read-message.ts'

const protocolVersion = '2025-06-18'

type McpEndpoint = Endpoint & { readonly who: 'key' }

type McpRoutes = {
  readonly describe: McpEndpoint
  readonly call: McpEndpoint
  /** Authenticates a caller and returns the server for it, before any of the body is read. */
  readonly admit: (request: FastifyRequest) => Promise<McpServer>
}

/**
 * Registers a server of the Model Context Protocol. Each request carries one message, and no state of a caller is
 * stored between its messages.
 */
export function registerMcp(
  app: FastifyInstance,
  ctx: Context,
  { describe, call, admit }: McpRoutes,
): void {
  registerEndpoint(app, ctx, describe, async (_ctx, { reply }) => {
    reply.header('allow', 'POST')
    return { ...serverInfo, protocolVersion, transport: 'http', authMethods: ['bearer'] }
  })

  app.register(async (scope) => {
    acceptRawBodies(scope)
    registerEndpoint(scope, ctx, call, async (ctx, { request, reply, onSent }) => {
      try {
        const mcpServer = await admit(request)
        const message = parseMessage(await readBytes(request), parseJsonBody)
        if (isUnreadable(message)) return sendError(reply, { status: 200, ...message })
        return await answer(ctx, { mcpServer, message, request, reply, onSent })
      } catch (error) {
        return refuse(reply, error)
      }
    })
  })
}

type McpOptions = {
  readonly mcpServer: McpServer
  readonly message: Message
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly onSent: (callback: () => Promise<void>) => void
}

async function answer(ctx: Context, { mcpServer, message, request, reply, onSent }: McpOptions) {
  const sessionId = headerOf(request, 'mcp-session-id')
  const { id, method } = message
  if (id === undefined || method === undefined) {
    if (method === 'notifications/cancelled') await cancel(ctx, { mcpServer, message, sessionId })
    return reply.status(202).send()
  }
  const disconnectController = new AbortController()
  reply.raw.once('close', () => disconnectController.abort())
  const response = await answerMessage(ctx, {
    mcpServer,
    message: { ...message, id },
    protocolVersion: headerOf(request, 'mcp-protocol-version'),
    sessionId,
    isStream: method === 'tools/call' && /text\/event-stream/.test(request.headers.accept ?? ''),
    disconnectSignal: disconnectController.signal,
    onSent,
    explain,
  })
  // The caller has disconnected, so nobody reads a response.
  if (!response) return reply.hijack()
  // The session id only identifies the calls that this caller cancels; the server does not store
  // it.
  if (method === 'initialize' && response.ok) reply.header('mcp-session-id', randomUUID())
  return send(reply, response)
}

/** Returns `undefined` for an unexpected error, which is a bug. */
function explain(error: unknown): ExplainedRefusal | undefined {
  const refusal = presentError(error)
  return (
    refusal && { ...refusal.body, status: refusal.status, message: toErrorMessage(refusal.body) }
  )
}

function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  reply.status(status).headers(Object.fromEntries(headers))
  return body ? reply.send(Readable.fromWeb(body as ReadableStream)) : reply.send()
}

type Cancellation = {
  readonly mcpServer: McpServer
  readonly message: Message
  readonly sessionId: string | undefined
}

/**
 * Cancels a call of the session. Without a session id it is not known whose call has that number.
 */
async function cancel(
  { db, events }: Context,
  { mcpServer, message, sessionId }: Cancellation,
): Promise<void> {
  const callId = message.params?.requestId
  if (sessionId === undefined || !['string', 'number'].includes(typeof callId)) return
  const news = { serverId: mcpServer.id, sessionId, callId: String(callId).slice(0, 200) }
  await events.publish(db, callCancelled, news)
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value.slice(0, 200) : undefined
}

type Refusal = {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly id: string | number | null
}

function sendError(reply: FastifyReply, { status, id, ...error }: Refusal): FastifyReply {
  const body = JSON.stringify({ jsonrpc: '2.0', id, error })
  return reply.status(status).type('application/json; charset=utf-8').send(body)
}

/** Sends a refusal in the form of the protocol; an unexpected error is thrown again. */
function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = error instanceof AppError ? presentError(error) : undefined
  if (!refusal) throw error
  const message = toErrorMessage(refusal.body)
  const { kind } = error as AppError
  if (kind === 'forbidden' || kind === 'unauthenticated') {
    reply.header('www-authenticate', 'Bearer')
    return sendError(reply, { status: 401, code: -32001, message, id: null })
  }
  const code = kind === 'not-found' ? -32002 : -32600
  return sendError(reply, { status: refusal.status, code, message, id: null })
}

/** Reads the whole body, after the sender was authenticated. */
async function readBytes({ raw, headers }: FastifyRequest): Promise<Uint8Array> {
  if (Number(headers['content-length']) > bodyLimits.texts) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  // Does not destroy the stream: the rest of a refused body is read and dropped, so that the sender
  // receives the refusal.
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > bodyLimits.texts) throw tooLarge()
    chunks.push(chunk)
  }
  if (raw.readableAborted) throw badRequest('The message is incomplete.')
  return Buffer.concat(chunks)
}

function tooLarge(): AppError {
  const detail = `A message can be at most ${bodyLimits.texts / 1024 / 1024} MB.`
  return new AppError('too-large', [{ code: 'too_large', detail, attr: null }])
}
