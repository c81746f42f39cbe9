import { omitUndefined } from '@recto/omit-undefined'
import type { Llm, LlmReply, LlmRequest, LlmUsage } from '@recto/provider-spec/llm'
import type { FinishReason, generateText, LanguageModel } from 'ai'
import { askInBackground, openKeptReplies } from './ask-in-background.ts'
import { askWithSchema, assertNonEmptyReply, minLimit } from './ask-with-schema.ts'
import type { ExternalCall } from './external-call.ts'
import { rootOf } from './fields.ts'
import { isStrictSchema } from './is-strict-schema.ts'
import { loadOnce } from './load-sdk.ts'
import type { ResponsesServer } from './responses-in-background.ts'
import { generateByModel, type ModelReply, type ModelUsage, streamModel } from './stream-model.ts'

type ProviderOptions = NonNullable<Parameters<typeof generateText>[0]['providerOptions']>

export type SchemaOptions = {
  readonly isStrict: boolean
  readonly cacheKey?: string | undefined
}

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
  readonly options: (request: SchemaOptions) => ProviderOptions
  /** Set for a vendor that stores the beginning of a prompt in its cache only where it is marked. */
  readonly marksShared?: boolean
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

type BackgroundModel = {
  readonly server: ResponsesServer
  /** Name of the model in requests of the Responses API. */
  readonly model: string
  /** Set if the model is to reason. */
  readonly effort: string | undefined
}

/**
 * Makes the methods of a model whose server keeps replies: requests with a job are answered in
 * background mode, and others as by `completeWithSdk`.
 */
export function completeInBackground(
  sdkModel: SdkModel,
  { model: name, effort, ...background }: BackgroundModel,
  call: ExternalCall,
): Required<Pick<Llm, 'complete' | 'keptReplies'>> {
  const model = { ...sdkModel, load: loadOnce(sdkModel.load) }
  const server = { ...background.server, baseURL: rootOf(background.server.baseURL) }
  const options: SdkModel['options'] = ({ isStrict }) => ({
    openai: {
      strictJsonSchema: isStrict,
      // Nobody reads summaries, and only some accounts may ask for them.
      reasoningSummary: null,
      ...omitUndefined({ forceReasoning: effort && true, reasoningEffort: effort }),
    },
  })
  const askModel = askInBackground({
    server,
    model: name,
    askPlainly: (request, signal) => ask(model, request, signal),
    askModel: (load, request, signal) => askAtOnce({ ...model, load, options }, request, signal),
  })
  return {
    complete: askWithSchema(model, call, askModel),
    keptReplies: openKeptReplies(server, call),
  }
}

function ask(model: SdkModel, request: LlmRequest, signal: AbortSignal): Promise<LlmReply> {
  const { onText } = request
  return onText
    ? askStreaming(model, request, { onText, signal })
    : askAtOnce(model, request, signal)
}

async function askAtOnce(
  model: SdkModel,
  request: LlmRequest,
  signal: AbortSignal,
): Promise<LlmReply> {
  const call = callOf(model, request, signal)
  return replyOf(await generateByModel(await model.load(), call), model.model)
}

const callOf = (model: SdkModel, request: LlmRequest, abortSignal: AbortSignal) => ({
  request,
  marksShared: model.marksShared ?? false,
  temperature: model.temperature,
  maxOutputTokens: minLimit(request.maxTokens, model.maxTokens),
  abortSignal,
  headers: headersOf(model, request),
  providerOptions: optionsOf(model, request),
})

const headersOf = ({ headers }: SdkModel, { idempotencyKey }: LlmRequest) => ({
  ...headers,
  ...omitUndefined({ 'Idempotency-Key': idempotencyKey || undefined }),
})

const optionsOf = ({ options }: SdkModel, { schema, cacheKey }: LlmRequest) =>
  options({ isStrict: schema !== undefined && isStrictSchema(schema.json), cacheKey })

/** Makes the same call and streams the answer. */
async function askStreaming(
  model: SdkModel,
  request: LlmRequest,
  { onText, signal }: { readonly onText: (soFar: string) => void; readonly signal: AbortSignal },
): Promise<LlmReply> {
  const call = callOf(model, request, signal)
  const streamedReply = await streamModel(await model.load(), { ...call, onText })
  return replyOf(streamedReply, model.model)
}

/** Returns the text as received, even if it is not the requested JSON, because its tokens are paid. */
function replyOf(
  { text, reasoningText, finishReason, usage, response }: ModelReply,
  model: string,
): LlmReply {
  const reply: LlmReply = {
    text,
    ...omitUndefined({ reasoningText: reasoningText || undefined }),
    stoppedBy: stops[finishReason ?? 'other'] ?? 'other',
    usage: usageOf(usage),
    model: response?.modelId || model,
  }
  assertNonEmptyReply(reply, model)
  return reply
}

function usageOf(usage: ModelUsage | undefined): LlmUsage {
  const { inputTokens, outputTokens, ...parts } = usage ?? {}
  const isUnknown = inputTokens === undefined || outputTokens === undefined
  const counts = { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 }
  // A count that is there was paid, even if the other one is missing.
  return { ...counts, ...omitUndefined({ ...parts, isUnknown: isUnknown || undefined }) }
}
