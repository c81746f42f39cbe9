import { omitUndefined } from '@recto/omit-undefined'
import { cannedVector } from './canned-vector.ts'
import {
  type CannedReply,
  type JsonObject,
  type Protocol,
  piecesOf,
  type ReceivedCall,
  receivedCall,
  serverSentEvent,
  textOf,
} from './received-call.ts'
import { imageRules, readImages } from './received-images.ts'

const object = (value: unknown): JsonObject => (value ?? {}) as JsonObject
const list = (value: unknown) => (Array.isArray(value) ? (value as readonly JsonObject[]) : [])

/** The model stands in the address, before the word of what is asked of it. */
const modelIn = (path: string) => decodeURIComponent(/([^/]+):\w+$/.exec(path)?.[1] ?? '')

const refusal = (status: number, message: string): JsonObject => ({
  error: { code: status, message, status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'UNKNOWN' },
})

const finishReasons = {
  end: 'STOP',
  length: 'MAX_TOKENS',
  filter: 'PROHIBITED_CONTENT',
  refusal: 'SAFETY',
}

function readImage({ inlineData }: JsonObject) {
  if (inlineData === undefined) return undefined
  const { mimeType, data } = object(inlineData)
  return { mediaType: String(mimeType), base64: String(data) }
}

const thoughtOf = ({ reasoning: reasoningText }: CannedReply) =>
  reasoningText === undefined ? [] : [{ text: reasoningText, thought: true }]

const answer = (call: ReceivedCall, reply: CannedReply, text: string, isLast: boolean) => ({
  candidates: [
    {
      content: { role: 'model', parts: [...thoughtOf(reply), { text }] },
      ...omitUndefined({ finishReason: isLast ? finishReasons[reply.stoppedBy] : undefined }),
      index: 0,
    },
  ],
  usageMetadata: {
    promptTokenCount: reply.inputTokens,
    candidatesTokenCount: reply.outputTokens,
    totalTokenCount: reply.inputTokens + reply.outputTokens,
    ...omitUndefined({ cachedContentTokenCount: reply.cachedTokens }),
  },
  modelVersion: call.model,
  responseId: reply.id,
})

/** `POST …/models/MODEL:generateContent`, and the same streamed, of Gemini and of Vertex AI. */
export const googleGenerate: Protocol = {
  method: 'POST',
  path: /\/models\/[^/]+:(?:streamG|g)enerateContent$/,
  parse: (body, path) =>
    receivedCall({
      kind: 'generate',
      model: modelIn(path),
      system: textOf(object(body.systemInstruction).parts),
      prompt: list(body.contents)
        .map(({ parts }) => textOf(parts))
        .join('\n\n'),
      ...readImages(
        list(body.contents).flatMap(({ parts }) => list(parts)),
        readImage,
        imageRules.google,
      ),
      schema: object(body.generationConfig).responseJsonSchema as JsonObject,
      isStreaming: path.endsWith(':streamGenerateContent'),
    }),
  answer: (call, reply) => answer(call, reply, reply.text, true),
  stream: (call, reply) =>
    piecesOf(reply.text).map((piece, index, all) =>
      serverSentEvent(
        answer(
          call,
          index === 0 ? reply : { ...reply, reasoning: undefined },
          piece,
          index === all.length - 1,
        ),
      ),
    ),
  streamType: 'text/event-stream',
  refusal,
}

/** `POST …/models/MODEL:embedContent`, one text. */
export const googleEmbedOne: Protocol = {
  method: 'POST',
  path: /\/models\/[^/]+:embedContent$/,
  parse: (body, path) =>
    receivedCall({
      kind: 'embed',
      model: modelIn(path),
      texts: [textOf(object(body.content).parts)],
    }),
  answer: (call) => ({ embedding: { values: cannedVector(call.texts[0] ?? '') } }),
  refusal,
}

/** `POST …/models/MODEL:batchEmbedContents`, many texts. */
export const googleEmbedMany: Protocol = {
  method: 'POST',
  path: /\/models\/[^/]+:batchEmbedContents$/,
  parse: (body, path) =>
    receivedCall({
      kind: 'embed',
      model: modelIn(path),
      texts: list(body.requests).map(({ content }) => textOf(object(content).parts)),
    }),
  answer: (call) => ({ embeddings: call.texts.map((text) => ({ values: cannedVector(text) })) }),
  refusal,
}

/** `POST …/models/MODEL:predict` of Vertex AI, for embeddings. */
export const vertexPredict: Protocol = {
  method: 'POST',
  path: /\/models\/[^/]+:predict$/,
  parse: (body, path) =>
    receivedCall({
      kind: 'embed',
      model: modelIn(path),
      texts: list(body.instances).map(({ content }) => String(content)),
    }),
  answer: (call) => ({
    predictions: call.texts.map((text) => ({
      embeddings: { values: cannedVector(text), statistics: { token_count: 3, truncated: false } },
    })),
  }),
  refusal,
}
