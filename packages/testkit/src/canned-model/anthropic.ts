import { parseExactJson } from '@recto/exact-json/parse-json'
import {
  type CannedReply,
  type JsonObject,
  type Protocol,
  partsOf,
  piecesOf,
  type ReceivedCall,
  receivedCall,
  serverSentEvent,
  splitMessages,
  textOf,
} from './received-call.ts'
import { imageRules, readImages } from './received-images.ts'

const object = (value: unknown): JsonObject => (value ?? {}) as JsonObject

/** Models without `output_config.format` are asked by a tool called `json`, whose input is the answer. */
const jsonTool = 'json'

function toolSchema(tools: unknown): JsonObject | undefined {
  const list = Array.isArray(tools) ? (tools as readonly JsonObject[]) : []
  return list.find(({ name }) => name === jsonTool)?.input_schema as JsonObject | undefined
}

function schemaOf(body: JsonObject): JsonObject | undefined {
  const format = object(object(body.output_config).format)
  return (format.schema as JsonObject | undefined) ?? toolSchema(body.tools)
}

function readImage({ type, source }: JsonObject) {
  if (type !== 'image') return undefined
  const { type: sourceType, media_type: mediaType, data } = object(source)
  if (sourceType !== 'base64') return 'The source of an image is not base64.'
  return { mediaType: String(mediaType), base64: String(data) }
}

function parse(body: JsonObject): ReceivedCall {
  return receivedCall({
    kind: 'generate',
    model: String(body.model ?? ''),
    system: textOf(body.system),
    prompt: splitMessages(body.messages).prompt,
    ...readImages(partsOf(body.messages), readImage, imageRules.anthropic),
    schema: schemaOf(body),
    isStreaming: body.stream === true,
  })
}

const stopReasons = {
  end: 'end_turn',
  length: 'max_tokens',
  filter: 'refusal',
  refusal: 'refusal',
}
const stopReason = ({ stoppedBy }: CannedReply) => stopReasons[stoppedBy]

/** It counts what it reads from its cache apart from the input. */
const usageOf = ({ inputTokens, outputTokens, cachedTokens = 0 }: CannedReply): JsonObject => ({
  input_tokens: inputTokens - cachedTokens,
  output_tokens: outputTokens,
  cache_read_input_tokens: cachedTokens,
  cache_creation_input_tokens: 0,
})

const thinkingOf = ({ reasoning: reasoningText }: CannedReply): readonly JsonObject[] =>
  reasoningText === undefined
    ? []
    : [{ type: 'thinking', thinking: reasoningText, signature: 'canned' }]

const message = (call: ReceivedCall, reply: CannedReply, content: readonly JsonObject[]) => ({
  id: reply.id,
  type: 'message',
  role: 'assistant',
  model: call.model,
  content,
  stop_reason: stopReason(reply),
  stop_sequence: null,
  usage: usageOf(reply),
})

function stream(call: ReceivedCall, reply: CannedReply): readonly string[] {
  const event = (type: string, data: JsonObject) => serverSentEvent({ type, ...data }, type)
  return [
    event('message_start', { message: { ...message(call, reply, []), stop_reason: null } }),
    ...thinkingOf(reply).flatMap(({ thinking: thinkingText }) => [
      event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '' } }),
      event('content_block_delta', {
        index: 0,
        delta: { type: 'thinking_delta', thinking: thinkingText },
      }),
      event('content_block_stop', { index: 0 }),
    ]),
    event('content_block_start', { index: 1, content_block: { type: 'text', text: '' } }),
    ...piecesOf(reply.text).map((text) =>
      event('content_block_delta', { index: 1, delta: { type: 'text_delta', text } }),
    ),
    event('content_block_stop', { index: 1 }),
    event('message_delta', {
      delta: { stop_reason: stopReason(reply), stop_sequence: null },
      usage: { output_tokens: reply.outputTokens },
    }),
    event('message_stop', {}),
  ]
}

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

const refusal = (status: number, text: string): JsonObject => ({
  type: 'error',
  error: { type: errorTypes[status] ?? 'api_error', message: text },
})

/** `POST /v1/messages`, plain and streamed, with `output_config.format`. */
export const anthropicMessages: Protocol = {
  method: 'POST',
  path: '/v1/messages',
  parse,
  answer: (call, reply) =>
    message(call, reply, [...thinkingOf(reply), { type: 'text', text: reply.text }]),
  stream,
  streamType: 'text/event-stream',
  refusal,
}

/** The same, never streamed, for a request that forces the tool called `json`. */
export const anthropicJsonTool: Protocol = {
  method: 'POST',
  path: anthropicMessages.path,
  parse: (body) => ({ ...parse(body), isStreaming: false }),
  answer: (call, reply) =>
    reply.stoppedBy === 'length'
      ? message(call, reply, [])
      : reply.stoppedBy !== 'end'
        ? message(call, reply, [{ type: 'text', text: reply.text }])
        : { ...message(call, reply, [useOfJsonTool(reply)]), stop_reason: 'tool_use' },
  refusal,
}

const useOfJsonTool = ({ id, text }: CannedReply): JsonObject => ({
  type: 'tool_use',
  id: `toolu-${id}`,
  name: jsonTool,
  input: parseExactJson(text),
})

export const isJsonToolCall = (body: JsonObject): boolean => toolSchema(body.tools) !== undefined
