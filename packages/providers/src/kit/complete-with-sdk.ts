import { omitUndefined } from '@recto/omit-undefined'
import type { Llm, LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import type { FinishReason, generateText, LanguageModel } from 'ai'
import { askInBackground, openKeptReplies } from './ask-in-background.ts'
import { askWithSchema, assertNonEmptyReply, minLimit } from './ask-with-schema.ts'
import type { ExternalCall } from './external-call.ts'
import { rootOf } from './fields.ts'
import { isStrictSchema } from './is-strict-schema.ts'
import { loadOnce, loadSdk } from './load-sdk.ts'
import type { ResponsesServer } from './responses-in-background.ts'
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
  const { generateText, NoObjectGeneratedError } = await loadSdk()
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
