import { omitUndefined } from '@recto/omit-undefined'
import type { LlmRequest } from '@recto/provider-spec/llm'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { LanguageModel } from 'ai'

/** A model as the vendors' packages create it. */
type StreamingModel = Extract<LanguageModel, { readonly specificationVersion: 'v4' }>
type Call = Parameters<StreamingModel['doStream']>[0]
type Part =
  Awaited<ReturnType<StreamingModel['doStream']>>['stream'] extends ReadableStream<infer P>
    ? P
    : never

type StreamRequest = Pick<Call, 'abortSignal' | 'headers' | 'providerOptions'> & {
  readonly request: LlmRequest
  readonly maxOutputTokens: number | undefined
  readonly temperature: number | undefined
  readonly onText: (soFar: string) => void
}

type StreamedReply = {
  readonly text: string
  readonly finishReason: Extract<Part, { type: 'finish' }>['finishReason']['unified'] | undefined
  readonly usage:
    | { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined }
    | undefined
  readonly response: { readonly modelId: string } | undefined
}

/**
 * Streams the answer of a model without the SDK's own streams, which take more CPU time than all
 * other work for a short question. Throws the error in the stream, and `unreachable` if it breaks off.
 */
export async function streamModel(
  model: LanguageModel,
  streamRequest: StreamRequest,
): Promise<StreamedReply> {
  // All our providers create models of this version.
  const { stream } = await (model as StreamingModel).doStream(callOf(streamRequest))
  let reply: StreamedReply = {
    text: '',
    finishReason: undefined,
    usage: undefined,
    response: undefined,
  }
  for await (const part of stream) {
    const previousText = reply.text
    reply = applyPart(reply, part)
    if (reply.text !== previousText) streamRequest.onText(reply.text)
  }
  if (reply.finishReason !== undefined && reply.finishReason !== 'interrupted') return reply
  const message = 'The model stopped in the middle of its answer.'
  throw new ProviderError({ code: 'unreachable', message })
}

function applyPart(reply: StreamedReply, part: Part): StreamedReply {
  switch (part.type) {
    case 'error':
      throw part.error
    case 'text-delta':
      return { ...reply, text: reply.text + part.delta }
    case 'response-metadata':
      return part.modelId ? { ...reply, response: { modelId: part.modelId } } : reply
    case 'finish': {
      const { inputTokens, outputTokens } = part.usage
      const usage = { inputTokens: inputTokens.total, outputTokens: outputTokens.total }
      return { ...reply, usage, finishReason: part.finishReason.unified }
    }
    default:
      return reply
  }
}

function callOf({
  request,
  maxOutputTokens,
  temperature,
  onText: _,
  ...rest
}: StreamRequest): Call {
  const { system, prompt, schema } = request
  return {
    ...rest,
    prompt: [
      ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
      { role: 'user', content: [{ type: 'text', text: prompt }] },
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
