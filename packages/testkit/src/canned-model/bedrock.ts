import { parseExactJson } from '@recto/exact-json/parse-json'
import { cannedVector } from './canned-vector.ts'
import {
  type CannedReply,
  type JsonObject,
  type Protocol,
  partsOf,
  receivedCall,
  splitMessages,
  textOf,
  textsOf,
} from './received-call.ts'
import { imageRules, readImages } from './received-images.ts'

const object = (value: unknown): JsonObject => (value ?? {}) as JsonObject

/** The model stands in the address, before the word of what is asked of it. */
const modelIn = (path: string) => decodeURIComponent(path.split('/')[2] ?? '')

const refusal = (_status: number, message: string): JsonObject => ({ message })

function schemaOf(body: JsonObject): JsonObject | undefined {
  const tools = object(body.toolConfig).tools as readonly JsonObject[] | undefined
  return object(object(tools?.[0]?.toolSpec).inputSchema).json as JsonObject | undefined
}

function readImage({ image }: JsonObject) {
  if (image === undefined) return undefined
  const { format, source } = object(image)
  return { mediaType: `image/${String(format)}`, base64: String(object(source).bytes) }
}

const thoughtOf = ({ reasoning: reasoningText }: CannedReply) =>
  reasoningText === undefined
    ? []
    : [{ reasoningContent: { reasoningText: { text: reasoningText, signature: 'canned' } } }]

const stopReasons = {
  end: 'end_turn',
  length: 'max_tokens',
  filter: 'guardrail_intervened',
  refusal: 'content_filtered',
}

/** `POST /model/MODEL/converse`, with a forced tool whose input is the answer. */
export const bedrockConverse: Protocol = {
  method: 'POST',
  path: /^\/model\/[^/]+\/converse$/,
  parse: (body, path) =>
    receivedCall({
      kind: 'generate',
      model: modelIn(path),
      system: textOf(body.system),
      prompt: splitMessages(body.messages).prompt,
      ...readImages(partsOf(body.messages), readImage, imageRules.bedrock),
      schema: schemaOf(body),
    }),
  answer: (call, reply) => {
    const input = call.schema && reply.stoppedBy === 'end' ? parsed(reply.text) : undefined
    const use = { toolUse: { toolUseId: 'canned', name: 'json', input } }
    return {
      output: {
        message: {
          role: 'assistant',
          content: [...thoughtOf(reply), input ? use : { text: reply.text }],
        },
      },
      stopReason: input ? 'tool_use' : stopReasons[reply.stoppedBy],
      usage: {
        inputTokens: reply.inputTokens - (reply.cachedTokens ?? 0),
        outputTokens: reply.outputTokens,
        totalTokens: reply.inputTokens + reply.outputTokens,
        cacheReadInputTokens: reply.cachedTokens ?? 0,
        cacheWriteInputTokens: 0,
      },
      metrics: { latencyMs: 1 },
    }
  },
  // Nobody asks for it: what else streams here is not what a caller of this address can read.
  stream: (_call, reply) => [`data: ${reply.text}\n\n`],
  refusal,
}

function parsed(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}

/** `POST /model/MODEL/invoke` with the embedding models of Amazon and of Cohere. */
export const bedrockInvoke: Protocol = {
  method: 'POST',
  path: /^\/model\/[^/]+\/invoke$/,
  parse: (body, path) =>
    receivedCall({
      kind: 'embed',
      model: modelIn(path),
      texts: textsOf(body.texts ?? body.inputText),
    }),
  answer: (call, reply) =>
    call.model.includes('cohere.')
      ? { embeddings: call.texts.map(cannedVector), response_type: 'embeddings_floats' }
      : {
          embedding: cannedVector(call.texts[0] ?? ''),
          inputTextTokenCount: Math.max(1, reply.inputTokens),
        },
  refusal,
}
