import { omitUndefined } from '@recto/omit-undefined'
import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import type { FinishReason, generateText, LanguageModel } from 'ai'
import { askWithSchema, assertNonEmptyReply, minLimit } from './ask-with-schema.ts'
import type { ExternalCall } from './external-call.ts'
import { isStrictSchema } from './is-strict-schema.ts'
import { loadOnce, loadSdk } from './load-sdk.ts'
import { streamModel } from './stream-model.ts'

type ProviderOptions = NonNullable<Parameters<typeof generateText>[0]['providerOptions']>

type SdkModel = {
  /** Model name from the request. */
  readonly model: string
  readonly limitSeconds: number
  readonly maxTokens?: number | undefined
  readonly temperature?: number | undefined
  /** Whether the models follow JSON Schemas according to the vendor. Absent: found out by trying. */
  readonly knowsSchemas?: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** Loads the vendor's package, late. */
  readonly load: () => Promise<LanguageModel>
  /** The vendor's own options; `isStrict` is set when a schema follows its rules for strict answers. */
  readonly options: (request: { readonly isStrict: boolean }) => ProviderOptions
}

const stops: Partial<Record<FinishReason, LlmReply['stoppedBy']>> = {
  stop: 'end',
  length: 'length',
  'content-filter': 'filter',
}

/** Makes the `complete` of a model that is called through the AI SDK. */
export function completeWithSdk(sdkModel: SdkModel, call: ExternalCall) {
  const model = { ...sdkModel, load: loadOnce(sdkModel.load) }
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
  const maxOutputTokens = minLimit(request.maxTokens, model.maxTokens)
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

/** Makes the same call and streams the answer. */
async function askStreaming(
  model: SdkModel,
  request: LlmRequest,
  { onText, signal }: { readonly onText: (soFar: string) => void; readonly signal: AbortSignal },
): Promise<LlmReply> {
  const { temperature } = model
  const streamedReply = await streamModel(await model.load(), {
    request,
    onText,
    temperature,
    maxOutputTokens: minLimit(request.maxTokens, model.maxTokens),
    abortSignal: signal,
    headers: headersOf(model, request),
    providerOptions: optionsOf(model, request),
  })
  return replyOf(streamedReply, model.model)
}

type Result = {
  readonly text: string | undefined
  readonly finishReason: FinishReason | undefined
  readonly usage:
    | { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined }
    | undefined
  readonly response: { readonly modelId: string } | undefined
}

/** Returns the text as received, even if it is not the requested JSON, because its tokens are paid. */
function replyOf({ text = '', finishReason, usage, response }: Result, model: string): LlmReply {
  const reply: LlmReply = {
    text,
    stoppedBy: stops[finishReason ?? 'other'] ?? 'other',
    usage: { inputTokens: usage?.inputTokens ?? 0, outputTokens: usage?.outputTokens ?? 0 },
    model: response?.modelId || model,
  }
  assertNonEmptyReply(reply, model)
  return reply
}
