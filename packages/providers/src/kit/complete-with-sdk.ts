import { omitUndefined } from '@recto/omit-undefined'
import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import type { FinishReason, generateText, LanguageModel } from 'ai'
import { askWithSchema, assertSaidSomething, smallest } from './ask-with-schema.ts'
import { hearModel } from './hear-model.ts'
import { isStrictSchema } from './is-strict-schema.ts'
import { loadOnce, loadSdk } from './load-sdk.ts'
import type { OutsideCall } from './outside-call.ts'

type ProviderOptions = NonNullable<Parameters<typeof generateText>[0]['providerOptions']>

type SdkModel = {
  /** Model name from the request. */
  readonly model: string
  readonly limitSeconds: number
  readonly maxTokens?: number | undefined
  readonly temperature?: number | undefined
  /** Whether the vendor says that its models follow JSON Schemas. Absent: that is found out. */
  readonly knowsSchemas?: boolean
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

/** The `complete` of a model that the AI SDK speaks to. */
export function completeWithSdk(given: SdkModel, call: OutsideCall) {
  const model = { ...given, load: loadOnce(given.load) }
  return askWithSchema(model, call, (request, signal) => ask(model, request, signal))
}

async function ask(model: SdkModel, request: LlmRequest, signal: AbortSignal): Promise<LlmReply> {
  const { generateText, NoObjectGeneratedError } = await loadSdk()
  const { onText } = request
  if (onText) return askStreaming(model, request, { onText, signal })
  const call = await callOf(model, request, signal)
  try {
    return replyOf(await generateText(call), model.model)
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error)) throw error
    return replyOf(error, model.model)
  }
}

async function callOf(model: SdkModel, request: LlmRequest, signal: AbortSignal) {
  const { jsonSchema, Output } = await loadSdk()
  const { system, prompt, schema } = request
  const maxOutputTokens = smallest(request.maxTokens, model.maxTokens)
  return {
    model: await model.load(),
    prompt,
    ...omitUndefined({
      instructions: system,
      output: schema && Output.object({ name: schema.name, schema: jsonSchema(schema.json) }),
      maxOutputTokens,
      temperature: model.temperature,
    }),
    maxRetries: 0,
    abortSignal: signal,
    headers: headersOf(model, request),
    providerOptions: optionsOf(model, request),
  }
}

const headersOf = ({ headers }: SdkModel, { idempotencyKey }: LlmRequest) => ({
  ...headers,
  ...omitUndefined({ 'Idempotency-Key': idempotencyKey || undefined }),
})

const optionsOf = ({ options }: SdkModel, { schema }: LlmRequest) =>
  options({ isStrict: schema !== undefined && isStrictSchema(schema.json) })

/** The same call, heard as it comes. */
async function askStreaming(
  model: SdkModel,
  request: LlmRequest,
  { onText, signal }: { readonly onText: (soFar: string) => void; readonly signal: AbortSignal },
): Promise<LlmReply> {
  const { temperature } = model
  const heard = await hearModel(await model.load(), {
    request,
    onText,
    temperature,
    maxOutputTokens: smallest(request.maxTokens, model.maxTokens),
    abortSignal: signal,
    headers: headersOf(model, request),
    providerOptions: optionsOf(model, request),
  })
  return replyOf(heard, model.model)
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
  const reply: LlmReply = {
    text,
    stoppedBy: stops[finishReason ?? 'other'] ?? 'other',
    usage: { inputTokens: usage?.inputTokens ?? 0, outputTokens: usage?.outputTokens ?? 0 },
    model: response?.modelId || model,
  }
  assertSaidSomething(reply, model)
  return reply
}
