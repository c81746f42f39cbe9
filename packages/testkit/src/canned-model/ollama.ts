import { omitUndefined } from '@recto/omit-undefined'
import { cannedVector } from './canned-vector.ts'
import {
  type CannedReply,
  type JsonObject,
  type Protocol,
  piecesOf,
  type ReceivedCall,
  receivedCall,
  splitMessages,
  textsOf,
} from './received-call.ts'
import { imageRules, readImages } from './received-images.ts'

const createdAt = '2026-01-01T00:00:00Z'

const refusal = (_status: number, message: string): JsonObject => ({ error: message })

const isSchema = (format: unknown): format is JsonObject =>
  typeof format === 'object' && format !== null

/** A message has its images beside its text, without their types; they are sent to the model before the text. */
function imagesOf(messages: unknown): readonly JsonObject[] {
  const list = Array.isArray(messages) ? (messages as readonly JsonObject[]) : []
  return list.flatMap(({ images }) =>
    Array.isArray(images) ? images.map((image: unknown) => ({ image })) : [],
  )
}

const readImage = ({ image }: JsonObject) => ({ mediaType: 'image/jpeg', base64: String(image) })

const part = (call: ReceivedCall, content: string, thinkingText?: string): JsonObject => ({
  model: call.model,
  created_at: createdAt,
  message: { role: 'assistant', content, ...omitUndefined({ thinking: thinkingText }) },
})

const ending = ({ stoppedBy, inputTokens, outputTokens }: CannedReply): JsonObject => ({
  done: true,
  // It filters nothing, and its models refuse in plain words.
  done_reason: stoppedBy === 'length' ? 'length' : 'stop',
  total_duration: 1,
  prompt_eval_count: inputTokens,
  eval_count: outputTokens,
})

/** `POST /api/chat`, plain and streamed (streamed unless told otherwise), with `format`. */
export const ollamaChat: Protocol = {
  method: 'POST',
  path: '/api/chat',
  parse: (body) =>
    receivedCall({
      kind: 'generate',
      model: String(body.model ?? ''),
      ...splitMessages(body.messages),
      ...readImages(imagesOf(body.messages), readImage, imageRules.ollama),
      schema: isSchema(body.format) ? body.format : undefined,
      isStreaming: body.stream !== false,
    }),
  answer: (call, reply) => ({ ...part(call, reply.text, reply.reasoning), ...ending(reply) }),
  stream: (call, reply) =>
    [
      ...piecesOf(reply.reasoning ?? '').map((text) => ({ ...part(call, '', text), done: false })),
      ...piecesOf(reply.text).map((text) => ({ ...part(call, text), done: false })),
      { ...part(call, ''), ...ending(reply) },
    ].map((line) => `${JSON.stringify(line)}\n`),
  streamType: 'application/x-ndjson',
  refusal,
}

/** `POST /api/embed`. */
export const ollamaEmbed: Protocol = {
  method: 'POST',
  path: '/api/embed',
  parse: (body) =>
    receivedCall({ kind: 'embed', model: String(body.model ?? ''), texts: textsOf(body.input) }),
  answer: (call, reply) => ({
    model: call.model,
    embeddings: call.texts.map(cannedVector),
    total_duration: 1,
    prompt_eval_count: reply.inputTokens,
  }),
  refusal,
}

/** `GET /api/tags`. */
export const ollamaTags: Protocol = {
  method: 'GET',
  path: '/api/tags',
  parse: () => receivedCall({ kind: 'list' }),
  answer: () => ({
    models: [{ name: 'canned-model', model: 'canned-model', modified_at: createdAt, size: 1 }],
  }),
  refusal,
}
