import { omitUndefined } from '@recto/omit-undefined'
import { cannedVector } from './canned-vector.ts'
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
  textsOf,
} from './received-call.ts'
import { imageRules, readDataAddress, readImages } from './received-images.ts'

const createdAt = 1_760_000_000

const refusal = (status: number, message: string): JsonObject => ({
  error: {
    message,
    type: status === 429 ? 'rate_limit_error' : 'api_error',
    param: null,
    code: null,
  },
})

const object = (value: unknown): JsonObject => (value ?? {}) as JsonObject

function chatUsage(reply: CannedReply): JsonObject {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = reply
  return {
    ...omitUndefined({
      prompt_tokens_details:
        cachedTokens === undefined ? undefined : { cached_tokens: cachedTokens },
      completion_tokens_details:
        reasoningTokens === undefined ? undefined : { reasoning_tokens: reasoningTokens },
    }),
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  }
}

const finishReasons = { end: 'stop', length: 'length', filter: 'content_filter', refusal: 'stop' }
const finishReason = ({ stoppedBy }: CannedReply) => finishReasons[stoppedBy]

/** A refusal stands beside the content, which is null then. */
const stopReason = ({ stoppedBy, text }: CannedReply) =>
  stoppedBy === 'refusal' ? { content: null, refusal: text } : { content: text, refusal: null }

/** The image of a part of a chat, whose address Mistral also takes without an object around it. */
export const readChatImage = ({ type, image_url: image }: JsonObject) =>
  type === 'image_url'
    ? readDataAddress(typeof image === 'string' ? image : object(image).url)
    : undefined

const readResponsesImage = ({ type, image_url: address }: JsonObject) =>
  type === 'input_image' ? readDataAddress(address) : undefined

function streamChat(call: ReceivedCall, reply: CannedReply): readonly string[] {
  const chunk = (delta: JsonObject, finish: string | null = null, usage?: JsonObject) =>
    serverSentEvent({
      id: reply.id,
      object: 'chat.completion.chunk',
      created: createdAt,
      model: call.model,
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...omitUndefined({ usage }),
    })
  const { reasoning: reasoningText } = reply
  return [
    chunk({ role: 'assistant', content: '' }),
    ...piecesOf(reasoningText ?? '').map((reasoning_content) => chunk({ reasoning_content })),
    ...piecesOf(reply.text).map((content) => chunk({ content })),
    chunk({}, finishReason(reply), chatUsage(reply)),
    serverSentEvent('[DONE]'),
  ]
}

/** `POST /v1/chat/completions`, which others have below another path, plain and streamed, with `response_format`. */
export const openAiChat: Protocol = {
  method: 'POST',
  path: /\/chat\/completions$/,
  parse: (body) =>
    receivedCall({
      kind: 'generate',
      model: String(body.model ?? ''),
      ...splitMessages(body.messages),
      ...readImages(partsOf(body.messages), readChatImage, imageRules.openai),
      schema: object(object(body.response_format).json_schema).schema as JsonObject,
      isStreaming: body.stream === true,
    }),
  answer: (call, reply) => ({
    id: reply.id,
    object: 'chat.completion',
    created: createdAt,
    model: call.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          ...stopReason(reply),
          ...omitUndefined({ reasoning_content: reply.reasoning }),
        },
        logprobs: null,
        finish_reason: finishReason(reply),
      },
    ],
    usage: chatUsage(reply),
  }),
  stream: streamChat,
  streamType: 'text/event-stream',
  refusal,
}

const incomplete: Readonly<Record<string, string>> = {
  length: 'max_output_tokens',
  filter: 'content_filter',
}

function response(call: ReceivedCall, reply: CannedReply): JsonObject {
  const isComplete = !(reply.stoppedBy in incomplete)
  return {
    id: reply.id,
    object: 'response',
    created_at: createdAt,
    model: call.model,
    status: isComplete ? 'completed' : 'incomplete',
    incomplete_details: isComplete ? null : { reason: incomplete[reply.stoppedBy] },
    error: null,
    output: [
      {
        id: `msg-${reply.id}`,
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [
          reply.stoppedBy === 'refusal'
            ? { type: 'refusal', refusal: reply.text }
            : { type: 'output_text', text: reply.text, annotations: [] },
        ],
      },
    ],
    usage: {
      input_tokens: reply.inputTokens,
      output_tokens: reply.outputTokens,
      total_tokens: reply.inputTokens + reply.outputTokens,
      ...omitUndefined({
        input_tokens_details:
          reply.cachedTokens === undefined ? undefined : { cached_tokens: reply.cachedTokens },
      }),
    },
  }
}

function streamResponse(call: ReceivedCall, reply: CannedReply): readonly string[] {
  const item = { id: `msg-${reply.id}`, type: 'message', role: 'assistant' }
  const event = (type: string, data: JsonObject) => serverSentEvent({ type, ...data }, type)
  const isComplete = !(reply.stoppedBy in incomplete)
  const whole = response(call, reply)
  return [
    event('response.created', { response: { ...whole, status: 'in_progress', output: [] } }),
    event('response.output_item.added', { output_index: 0, item: { ...item, content: [] } }),
    ...piecesOf(reply.text).map((delta) =>
      event('response.output_text.delta', {
        item_id: item.id,
        output_index: 0,
        content_index: 0,
        delta,
      }),
    ),
    event('response.output_item.done', {
      output_index: 0,
      item: (whole.output as unknown[])[0],
    }),
    event(isComplete ? 'response.completed' : 'response.incomplete', { response: whole }),
  ]
}

function parseResponsesRequest(body: JsonObject): ReceivedCall {
  const input = body.input
  const messages = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  const { system, prompt } = splitMessages(messages)
  return receivedCall({
    kind: 'generate',
    model: String(body.model ?? ''),
    system: [body.instructions, system].filter(Boolean).join('\n\n'),
    prompt,
    ...readImages(partsOf(messages), readResponsesImage, imageRules.openai),
    schema: object(object(body.text).format).schema as JsonObject,
    isStreaming: body.stream === true,
  })
}

const stateOfResponse = { 'in-progress': 'in_progress', cancelled: 'cancelled' } as const

/**
 * `POST …/v1/responses`, plain, streamed and in background mode, with `text.format`. What is sent in
 * background mode is kept; the mode needs `store`, which is on unless it is turned off.
 */
export const openAiResponses: Protocol = {
  method: 'POST',
  path: /\/v1\/responses$/,
  isKept: ({ background, store }) => background === true && store !== false,
  unfinished: (whole, state) => ({
    ...whole,
    status: stateOfResponse[state],
    output: [],
    usage: null,
  }),
  parse: parseResponsesRequest,
  answer: response,
  stream: streamResponse,
  streamType: 'text/event-stream',
  refusal,
}

/** `POST /v1/embeddings` with vectors as lists of numbers. */
export const openAiEmbeddings: Protocol = {
  method: 'POST',
  path: /\/embeddings$/,
  parse: (body) =>
    receivedCall({ kind: 'embed', model: String(body.model ?? ''), texts: textsOf(body.input) }),
  answer: (call, reply) => ({
    object: 'list',
    model: call.model,
    data: call.texts.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: cannedVector(text),
    })),
    usage: { prompt_tokens: reply.inputTokens, total_tokens: reply.inputTokens },
  }),
  refusal,
}

/** `GET /v1/models`, which is Anthropic's as well. */
export const openAiModels: Protocol = {
  method: 'GET',
  path: '/v1/models',
  parse: () => receivedCall({ kind: 'list' }),
  answer: () => ({
    object: 'list',
    data: [{ id: 'canned-model', object: 'model', created: createdAt, owned_by: 'testkit' }],
  }),
  refusal,
}
