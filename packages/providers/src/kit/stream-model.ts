import { omitUndefined } from '@recto/omit-undefined'
import type { ImageOfPage, LlmRequest } from '@recto/provider-spec/llm'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { LanguageModel } from 'ai'
import { createLoopDetector } from './loops.ts'
import { messageIn, RefusedAnswer, statusOfError } from './refused-answer.ts'

/** A model as the vendors' packages create it. */
type StreamingModel = Extract<LanguageModel, { readonly specificationVersion: 'v4' }>
type Call = Parameters<StreamingModel['doStream']>[0]
type Part =
  Awaited<ReturnType<StreamingModel['doStream']>>['stream'] extends ReadableStream<infer P>
    ? P
    : never

type ModelRequest = Pick<Call, 'abortSignal' | 'headers' | 'providerOptions'> & {
  readonly request: LlmRequest
  /** Whether the beginning that requests have in common is marked for the cache. */
  readonly marksShared: boolean
  readonly maxOutputTokens: number | undefined
  readonly temperature: number | undefined
}

type StreamRequest = ModelRequest & { readonly onText: (soFar: string) => void }

export type ModelReply = {
  readonly text: string
  readonly finishReason: Extract<Part, { type: 'finish' }>['finishReason']['unified'] | undefined
  readonly usage: ModelUsage | undefined
  readonly reasoningText: string
  readonly response: { readonly modelId: string } | undefined
}

/** Absent counts are those that the service did not state. */
export type ModelUsage = {
  readonly inputTokens: number | undefined
  readonly outputTokens: number | undefined
  readonly cachedTokens: number | undefined
  readonly cacheWriteTokens: number | undefined
  readonly reasoningTokens: number | undefined
}

type SdkUsage = Extract<Part, { type: 'finish' }>['usage']

const usageOf = ({ inputTokens, outputTokens }: SdkUsage): ModelUsage => ({
  inputTokens: inputTokens.total,
  outputTokens: outputTokens.total,
  cachedTokens: inputTokens.cacheRead,
  cacheWriteTokens: inputTokens.cacheWrite,
  reasoningTokens: outputTokens.reasoning,
})

/** Asks a model for the whole answer at once, without what the SDK does around it. */
export async function generateByModel(
  model: LanguageModel,
  modelRequest: ModelRequest,
): Promise<ModelReply> {
  const { content, finishReason, usage, response } = await (model as StreamingModel).doGenerate(
    callOf(modelRequest),
  )
  const textOf = (type: 'text' | 'reasoning') =>
    content.map((part) => (part.type === type ? part.text : '')).join('')
  return {
    text: textOf('text'),
    reasoningText: textOf('reasoning'),
    finishReason: finishReason.unified,
    usage: usageOf(usage),
    response: response?.modelId ? { modelId: response.modelId } : undefined,
  }
}

/**
 * Streams the answer of a model without the SDK's own streams, which take more CPU time than all
 * other work for a short question. Throws the error in the stream, and `unreachable` if it breaks off before any text.
 */
export async function streamModel(
  model: LanguageModel,
  { onText, ...modelRequest }: StreamRequest,
): Promise<ModelReply> {
  // All our providers create models of this version.
  const { stream } = await (model as StreamingModel)
    .doStream(callOf(modelRequest))
    .then(undefined, throwUnreadable)
  let reply: ModelReply = {
    text: '',
    reasoningText: '',
    finishReason: undefined,
    usage: undefined,
    response: undefined,
  }
  const repeatsText = createLoopDetector()
  const repeatsReasoning = createLoopDetector()
  for await (const part of readable(stream)) {
    const previousText = reply.text
    reply = applyPart(reply, part)
    if (reply.text !== previousText) onText(reply.text)
    if (!repeatsText(reply.text) && !repeatsReasoning(reply.reasoningText)) continue
    // Leaving the loop cancels the stream. The caller may have the reply continued.
    return { ...reply, finishReason: 'length' }
  }
  if (reply.finishReason !== undefined && reply.finishReason !== 'interrupted') return reply
  throw withoutEnd('The model', reply.text)
}

/** Some packages report a stream without an end like invalid data, but without any data. */
const isWithoutEnd = (error: Error) =>
  error.name === 'AI_InvalidResponseDataError' && 'data' in error && error.data === undefined

/**
 * Creates the error for a stream that ended in order but without the end of its answer. A text that has arrived is paid,
 * and the same server would end the next one in the same way, so only a stream without text is worth a further call.
 */
export const withoutEnd = (speaker: string, text: string) =>
  text.trim() === ''
    ? new ProviderError({ code: 'unreachable', message: `${speaker} stopped before its answer.` })
    : new ProviderError({
        code: 'reply-unreadable',
        message: `${speaker} did not say whether its answer is complete.`,
      })

async function* readable(stream: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* stream
  } catch (error) {
    throwUnreadable(error)
  }
}

/** The beginnings of what packages throw over a stream that lacks what they take for granted. */
const stumbles = ['Cannot read propert', 'Expected ']

function throwUnreadable(error: unknown): never {
  const hasStumbled =
    error instanceof Error && stumbles.some((words) => error.message.startsWith(words))
  if (!hasStumbled) throw error
  const message = 'The model returned a response that could not be read.'
  throw new ProviderError({ code: 'reply-unreadable', message })
}

function applyPart(reply: ModelReply, part: Part): ModelReply {
  switch (part.type) {
    case 'error':
      throw toError(part.error, reply.text)
    case 'text-delta':
      return { ...reply, text: reply.text + part.delta }
    case 'reasoning-delta':
      return { ...reply, reasoningText: reply.reasoningText + part.delta }
    case 'response-metadata':
      return part.modelId ? { ...reply, response: { modelId: part.modelId } } : reply
    case 'finish': {
      return { ...reply, usage: usageOf(part.usage), finishReason: part.finishReason.unified }
    }
    default:
      return reply
  }
}

/** A service may report its error in the stream, as a text or in an object. */
function toError(error: unknown, text: string): unknown {
  if (error instanceof Error) return isWithoutEnd(error) ? withoutEnd('The model', text) : error
  const refusal = { status: statusOfError(error), headers: new Headers() }
  const message = messageIn(error) ?? ''
  return new RefusedAnswer(refusal, { message })
}

function callOf({
  request,
  marksShared,
  maxOutputTokens,
  temperature,
  ...rest
}: ModelRequest): Call {
  const { system, schema } = request
  return {
    ...rest,
    prompt: [
      ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
      {
        role: 'user',
        content: [
          ...(request.images ?? []).map(imagePart),
          ...(marksShared ? markedParts(request) : [textPart(request.prompt)]),
        ],
      },
    ],
    ...omitUndefined({
      responseFormat: schema && {
        type: 'json' as const,
        name: schema.name,
        schema: schema.json,
      },
      maxOutputTokens,
      temperature,
    }),
  }
}

const imagePart = ({ bytes, mediaType }: ImageOfPage) => ({
  type: 'file' as const,
  data: { type: 'data' as const, data: bytes },
  mediaType,
})

const textPart = (text: string) => ({ type: 'text' as const, text })

/** Only Anthropic needs marks; the options of other vendors are not looked at. */
const cacheMark = { anthropic: { cacheControl: { type: 'ephemeral' } } }

function markedParts({ prompt, sharedLength = 0 }: LlmRequest) {
  if (sharedLength <= 0 || sharedLength >= prompt.length) return [textPart(prompt)]
  return [
    { ...textPart(prompt.slice(0, sharedLength)), providerOptions: cacheMark },
    textPart(prompt.slice(sharedLength)),
  ]
}
