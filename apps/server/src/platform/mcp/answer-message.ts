import { omitUndefined } from '@recto/omit-undefined'
import type { Fault } from '../app-error.ts'
import type { Context } from '../context.ts'
import { describeFailure } from '../describe-failure.ts'
import { callCancelled } from './mcp.events.ts'
import { listMcpTools, type McpServer, serverInfo } from './mcp-server.ts'

/** A refusal in the form in which callers of the API see it. */
export type ExplainedRefusal = {
  readonly status: number
  readonly type: string
  readonly message: string
  readonly errors: readonly Fault[]
}

type AnswerMessageRequest = {
  readonly mcpServer: McpServer
  /** One JSON-RPC request. */
  readonly message: { readonly id: string | number; readonly [key: string]: unknown }
  readonly protocolVersion: string | undefined
  readonly sessionId: string | undefined
  /** Whether the caller reads the response as a stream, with progress before the end. */
  readonly isStream: boolean
  /** Aborts when the caller has disconnected. */
  readonly disconnectSignal: AbortSignal
  readonly onSent: (callback: () => Promise<void>) => void
  /** Returns `undefined` for an unexpected error, which is a bug. */
  readonly explain: (error: unknown) => ExplainedRefusal | undefined
}

/**
 * Answers one message by the server of the official SDK over its web-standard transport. Both are
 * created for this message and closed after it, so that any process can answer any message. The SDK
 * is loaded on the first message.
 */
export async function answerMessage(
  ctx: Context,
  input: AnswerMessageRequest,
): Promise<Response | undefined> {
  const { disconnectSignal, message, protocolVersion, isStream } = input
  const { WebStandardStreamableHTTPServerTransport } = await import(
    '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
  )
  const refusal = await rejectInvalidParameters(input)
  if (refusal) return refusal
  const server = await openServer(ctx, input)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !isStream })
  await server.connect(transport)
  const { promise: disconnection, resolve: disconnect } = Promise.withResolvers<undefined>()
  const close = () => {
    server.close().catch(() => {})
    disconnect(undefined)
  }
  if (disconnectSignal.aborted) close()
  disconnectSignal.addEventListener('abort', close, { once: true })
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      // The Accept header of the caller was already evaluated (`isStream`).
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...omitUndefined({ 'mcp-protocol-version': protocolVersion }),
    },
  })
  return Promise.race([transport.handleRequest(request, { parsedBody: message }), disconnection])
}

/**
 * Refuses invalid parameters in our own words: the SDK would report them as an internal error, in
 * the words of its validation library.
 */
async function rejectInvalidParameters({
  message,
  explain,
}: AnswerMessageRequest): Promise<Response | undefined> {
  const { CallToolRequestSchema, ErrorCode, InitializeRequestSchema } = await import(
    '@modelcontextprotocol/sdk/types.js'
  )
  const schema = message.method === 'initialize' ? InitializeRequestSchema : CallToolRequestSchema
  if (message.method !== 'initialize' && message.method !== 'tools/call') return undefined
  const { error } = schema.safeParse(message, { reportInput: true })
  const explanation = error && explain(error)
  if (!explanation) return undefined
  const { message: words, errors } = explanation
  const refusal = { code: ErrorCode.InvalidParams, message: words, data: { errors } }
  return Response.json({ jsonrpc: '2.0', id: message.id, error: refusal })
}

async function openServer(ctx: Context, input: AnswerMessageRequest) {
  const [{ Server }, { CallToolRequestSchema, ListToolsRequestSchema }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])
  const { instructions, tools } = input.mcpServer
  const server = new Server(serverInfo, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: listMcpTools(tools) }))
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { sendNotification, _meta }) => {
      const progressToken = _meta?.progressToken
      const reportProgress = async ({ done, total }: { done: number; total: number }) => {
        if (progressToken === undefined || !input.isStream) return
        const message = `${done} of ${total} documents have been processed.`
        const progress = { progressToken, progress: done, total, message }
        await sendNotification({ method: 'notifications/progress', params: progress })
      }
      return answerCall(ctx, {
        ...input,
        name: params.name,
        args: params.arguments,
        reportProgress,
      })
    },
  )
  return server
}

/** Error code of the protocol for something that does not exist. */
const notFoundCode = -32002

type Call = AnswerMessageRequest & {
  readonly name: string
  readonly args: unknown
  readonly reportProgress: (progress: { done: number; total: number }) => Promise<void>
}

async function answerCall(ctx: Context, call: Call) {
  const { ErrorCode, McpError } = await import('@modelcontextprotocol/sdk/types.js')
  const { name, mcpServer } = call
  const tool = Object.hasOwn(mcpServer.tools, name) ? mcpServer.tools[name] : undefined
  if (!tool)
    throw new McpError(ErrorCode.InvalidParams, `The tool ${quoteShortened(name)} does not exist.`)
  const { cancelSignal, unsubscribe } = watchForCancellation(ctx, call)
  try {
    const { disconnectSignal, reportProgress, onSent } = call
    const { content, isError } = await mcpServer.callTool(name, {
      args: tool.input.parse(call.args ?? {}, { reportInput: true }),
      disconnectSignal,
      cancelSignal,
      reportProgress,
      onSent,
    })
    return toToolResult(content, isError)
  } catch (error) {
    return await toRefusal(ctx, call, error)
  } finally {
    unsubscribe()
  }
}

/**
 * Invalid arguments are a protocol error, which the caller must fix; any other refusal is a tool result, which the model
 * reads.
 */
async function toRefusal(
  { log }: Pick<Context, 'log'>,
  { explain }: Pick<Call, 'explain'>,
  error: unknown,
) {
  const { ErrorCode, McpError } = await import('@modelcontextprotocol/sdk/types.js')
  const refusal = explain(error)
  if (!refusal) {
    log.error({ reason: describeFailure(error) }, 'a tool failed unexpectedly')
    throw new McpError(ErrorCode.InternalError, 'Something went wrong.')
  }
  const { type, status, message, errors } = refusal
  if (type === 'validation_error') throw new McpError(ErrorCode.InvalidParams, message, { errors })
  if (status === 404) throw new McpError(notFoundCode, message)
  return toToolResult({ error: message, errors }, true)
}

/** Returns a signal that aborts when the caller cancels the call, at whichever process the cancellation arrives. */
function watchForCancellation(
  { events }: Pick<Context, 'events'>,
  { mcpServer, sessionId, message }: Pick<Call, 'mcpServer' | 'sessionId' | 'message'>,
) {
  const controller = new AbortController()
  const unsubscribe = events.subscribe(callCancelled, (cancellation) => {
    const isThisCall =
      cancellation.sessionId === sessionId && cancellation.callId === String(message.id)
    if (isThisCall && cancellation.serverId === mcpServer.id) controller.abort()
  })
  return { cancelSignal: controller.signal, unsubscribe }
}

const maxShown = 100
const quoteShortened = (name: string) =>
  JSON.stringify(name.length > maxShown ? `${name.slice(0, maxShown)}…` : name)

const toToolResult = (content: unknown, isError: boolean) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(content) }],
  isError,
})
