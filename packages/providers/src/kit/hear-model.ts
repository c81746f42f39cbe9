import { omitUndefined } from '@recto/omit-undefined'
import type { LlmRequest } from '@recto/provider-spec/llm'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { LanguageModel } from 'ai'

/** A model as the packages of the vendors make it. */
type StreamingModel = Extract<LanguageModel, { readonly specificationVersion: 'v4' }>
type Call = Parameters<StreamingModel['doStream']>[0]
type Part =
  Awaited<ReturnType<StreamingModel['doStream']>>['stream'] extends ReadableStream<infer P>
    ? P
    : never

type Asked = Pick<Call, 'abortSignal' | 'headers' | 'providerOptions'> & {
  readonly request: LlmRequest
  readonly maxOutputTokens: number | undefined
  readonly temperature: number | undefined
  readonly onText: (soFar: string) => void
}

type Heard = {
  readonly text: string
  readonly finishReason: Extract<Part, { type: 'finish' }>['finishReason']['unified'] | undefined
  readonly usage:
    | { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined }
    | undefined
  readonly response: { readonly modelId: string } | undefined
}

/**
 * Hears a model as it speaks, without the SDK's own streams, whose work is more than that of all else that a short
 * question takes. Throws the failure that the stream names, and `unreachable` for one that breaks off.
 */
export async function hearModel(model: LanguageModel, asked: Asked): Promise<Heard> {
  // Every provider of ours makes models of this version.
  const { stream } = await (model as StreamingModel).doStream(callOf(asked))
  let heard: Heard = { text: '', finishReason: undefined, usage: undefined, response: undefined }
  for await (const part of stream) {
    const before = heard.text
    heard = hearPart(heard, part)
    if (heard.text !== before) asked.onText(heard.text)
  }
  if (heard.finishReason !== undefined && heard.finishReason !== 'interrupted') return heard
  const message = 'The model broke off in the middle of its answer.'
  throw new ProviderError({ code: 'unreachable', message })
}

function hearPart(heard: Heard, part: Part): Heard {
  switch (part.type) {
    case 'error':
      throw part.error
    case 'text-delta':
      return { ...heard, text: heard.text + part.delta }
    case 'response-metadata':
      return part.modelId ? { ...heard, response: { modelId: part.modelId } } : heard
    case 'finish': {
      const { inputTokens, outputTokens } = part.usage
      const usage = { inputTokens: inputTokens.total, outputTokens: outputTokens.total }
      return { ...heard, usage, finishReason: part.finishReason.unified }
    }
    default:
      return heard
  }
}

function callOf({ request, maxOutputTokens, temperature, onText: _, ...rest }: Asked): Call {
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
