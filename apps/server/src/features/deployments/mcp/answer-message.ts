import { omitUndefined } from '@recto/omit-undefined'
import type { Fault } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { DeploymentCaller } from '../admit-caller.ts'
import { callTool } from './call-tool.ts'
import { callCancelled } from './mcp.events.ts'
import { isTool, listTools, serverInfo } from './mcp-tools.ts'

/** A refusal in the form in which callers of the API see it. */
export type AnswerMessageOptions = {
  readonly status: number
  readonly type: string
  readonly message: string
  readonly errors: readonly Fault[]
}

type AnswerMessageRequest = {
  readonly admitted: DeploymentCaller
  /** One JSON-RPC request. */
  readonly message: { readonly id: string | number; readonly [key: string]: unknown }
  readonly protocolVersion: string | undefined
  readonly sessionId: string | undefined
  /** Whether the caller reads the response as a stream, with progress before the end. */
  readonly isStream: boolean
  /** Aborts when the caller has disconnected. */
  readonly gone: AbortSignal
  readonly onSent: (then: () => Promise<void>) => void
  /** Returns `undefined` for an unexpected error, which is a bug. */
  readonly explain: (error: unknown) => AnswerMessageOptions | undefined
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
  const { gone, message, protocolVersion, isStream } = input
  const { WebStandardStreamableHTTPServerTransport } = await import(
    '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
  )
  const refused = await refuseParameters(input)
  if (refused) return refused
  const server = await openServer(ctx, input)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !isStream })
  await server.connect(transport)
  const { promise: left, resolve: leave } = Promise.withResolvers<undefined>()
  const close = () => {
    server.close().catch(() => {})
    leave(undefined)
  }
  if (gone.aborted) close()
  gone.addEventListener('abort', close, { once: true })
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      // The Accept header of the caller was already evaluated (`isStream`).
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...omitUndefined({ 'mcp-protocol-version': protocolVersion }),
    },
  })
  return Promise.race([transport.handleRequest(request, { parsedBody: message }), left])
}

/**
 * Refuses invalid parameters in our own words: the SDK would report them as an internal error, in
 * the words of its validation library.
 */
async function refuseParameters({
  message,
  explain,
}: AnswerMessageRequest): Promise<Response | undefined> {
  const { CallToolRequestSchema, ErrorCode, InitializeRequestSchema } = await import(
    '@modelcontextprotocol/sdk/types.js'
  )
  const schema = message.method === 'initialize' ? InitializeRequestSchema : CallToolRequestSchema
  if (message.method !== 'initialize' && message.method !== 'tools/call') return undefined
  const { error } = schema.safeParse(message, { reportInput: true })
  const explained = error && explain(error)
  if (!explained) return undefined
  const { message: words, errors } = explained
  const refusal = { code: ErrorCode.InvalidParams, message: words, data: { errors } }
  return Response.json({ jsonrpc: '2.0', id: message.id, error: refusal })
}

async function openServer(ctx: Context, input: AnswerMessageRequest) {
  const [{ Server }, { CallToolRequestSchema, ListToolsRequestSchema }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])
  const { deployment } = input.admitted
  const server = new Server(serverInfo, {
    capabilities: { tools: {} },
    instructions: `${deployment.display_name}: ${deployment.description || 'reads documents'}. Call readMeFirst.`,
  })
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: listTools() }))
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { sendNotification, _meta }) => {
      const progressToken = _meta?.progressToken
      const tell = async ({ done, total }: { done: number; total: number }) => {
        if (progressToken === undefined || !input.isStream) return
        const message = `${done} of ${total} documents are done.`
        const news = { progressToken, progress: done, total, message }
        await sendNotification({ method: 'notifications/progress', params: news })
      }
      return answerCall(ctx, { ...input, name: params.name, given: params.arguments, tell })
    },
  )
  return server
}

/** Error code of the protocol for something that does not exist. */
const notThere = -32002

type Call = AnswerMessageRequest & {
  readonly name: string
  readonly given: unknown
  readonly tell: (progress: { done: number; total: number }) => Promise<void>
}

async function answerCall(ctx: Context, call: Call) {
  const { ErrorCode, McpError } = await import('@modelcontextprotocol/sdk/types.js')
  const { name, admitted, sessionId, message } = call
  if (!isTool(name)) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${shown(name)}.`)
  const cancelling = new AbortController()
  const forget = ctx.events.subscribe(callCancelled, (news) => {
    const isThis = news.sessionId === sessionId && news.callId === String(message.id)
    if (isThis && news.deploymentId === admitted.deployment.id) cancelling.abort()
  })
  try {
    const { said, isError } = await callTool(ctx, name, { ...call, cancelled: cancelling.signal })
    return inWords(said, isError)
  } catch (error) {
    const refused = call.explain(error)
    if (!refused) {
      ctx.log.error({ reason: describeFailure(error) }, 'a tool failed unexpectedly')
      throw new McpError(ErrorCode.InternalError, 'Something went wrong.')
    }
    // Invalid arguments are a protocol error, which the caller must fix; any other refusal is a
    // tool result, which the model reads.
    const { type, status, message: words, errors } = refused
    if (type === 'validation_error') throw new McpError(ErrorCode.InvalidParams, words, { errors })
    if (status === 404) throw new McpError(notThere, words)
    return inWords({ error: words, errors }, true)
  } finally {
    forget()
  }
}

const maxShown = 100
const shown = (name: string) =>
  JSON.stringify(name.length > maxShown ? `${name.slice(0, maxShown)}…` : name)

const inWords = (said: unknown, isError: boolean) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(said) }],
  isError,
})
