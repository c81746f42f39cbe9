import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { FinishReason, generateText, LanguageModel } from 'ai'
import { isStrictSchema } from './is-strict-schema.ts'
import { loadOnce, loadSdk } from './load-sdk.ts'
import type { OutsideCall } from './outside-call.ts'
import { saysSchemaIsUnsupported, withSchemaInWords } from './schema-in-words.ts'

type ProviderOptions = NonNullable<Parameters<typeof generateText>[0]['providerOptions']>

type SdkModel = {
  /** As it was asked for. */
  readonly model: string
  readonly limitSeconds: number
  readonly maxTokens?: number | undefined
  readonly temperature?: number | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Loads the vendor's package, late. */
  readonly load: () => Promise<LanguageModel>
  /** The vendor's own options; `isStrict` is set when a schema follows its rules for strict answers. */
  readonly options: (asked: { readonly isStrict: boolean }) => ProviderOptions
}

const stops: Partial<Record<FinishReason, LlmReply['stoppedBy']>> = {
  stop: 'end',
  length: 'length',
  'content-filter': 'filter',
}

/**
 * The `complete` of a model that the AI SDK speaks to: one HTTP call each, without retries.
 * Only a server that does not know JSON Schemas is asked a second time, in words, when it refuses
 * the first; that is remembered as long as the adapter is open.
 */
export function completeWithSdk(given: SdkModel, call: OutsideCall) {
  const model = { ...given, load: loadOnce(given.load) }
  let knowsSchemas = true

  return async (request: LlmRequest): Promise<LlmReply> => {
    const { signal, schema } = request
    const options = { limitSeconds: model.limitSeconds, signal }
    if (!schema || !knowsSchemas)
      return call(options, (both) => ask(model, withSchemaInWords(request), both))

    try {
      return await call(options, (both) => ask(model, request, both))
    } catch (error) {
      if (!saysSchemaIsUnsupported(error)) throw error
      knowsSchemas = false
      return call(options, (both) => ask(model, withSchemaInWords(request), both))
    }
  }
}

async function ask(model: SdkModel, request: LlmRequest, signal: AbortSignal): Promise<LlmReply> {
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = await loadSdk()
  const { system, prompt, schema, idempotencyKey } = request
  const maxOutputTokens = smallest(request.maxTokens, model.maxTokens)
  try {
    const result = await generateText({
      model: await model.load(),
      prompt,
      ...(system !== undefined && { instructions: system }),
      ...(schema && {
        output: Output.object({ name: schema.name, schema: jsonSchema(schema.json) }),
      }),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      ...(model.temperature !== undefined && { temperature: model.temperature }),
      maxRetries: 0,
      abortSignal: signal,
      headers: { ...model.headers, ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }) },
      providerOptions: model.options({
        isStrict: schema !== undefined && isStrictSchema(schema.json),
      }),
    })
    return replyOf(result, model.model)
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error)) throw error
    return replyOf(error, model.model)
  }
}

const smallest = (...limits: readonly (number | undefined)[]): number | undefined => {
  const given = limits.filter((limit) => limit !== undefined && limit > 0) as number[]
  return given.length > 0 ? Math.min(...given) : undefined
}

type Result = {
  readonly text: string | undefined
  readonly finishReason: FinishReason | undefined
  readonly usage:
    | { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined }
    | undefined
  readonly response: { readonly modelId: string } | undefined
}

/** The text as it came, also when it is not the JSON that was asked for: its tokens are paid. */
function replyOf({ text = '', finishReason, usage, response }: Result, model: string): LlmReply {
  const stoppedBy = stops[finishReason ?? 'other'] ?? 'other'
  if (text.trim() === '' && stoppedBy !== 'length' && stoppedBy !== 'filter')
    throw new ProviderError({ code: 'reply-unreadable', message: `${model} gave an empty answer.` })
  return {
    text,
    stoppedBy,
    usage: { inputTokens: usage?.inputTokens ?? 0, outputTokens: usage?.outputTokens ?? 0 },
    model: response?.modelId || model,
  }
}
