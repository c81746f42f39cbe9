import { omitUndefined } from '@recto/omit-undefined'
import type { KeptReplies, LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import type { LanguageModel } from 'ai'
import type { ExternalCall } from './external-call.ts'
import {
  cancelResponse,
  deleteResponse,
  fetchInBackground,
  type ResponsesServer,
} from './responses-in-background.ts'

type Ask = (request: LlmRequest, signal: AbortSignal) => Promise<LlmReply>

type BackgroundOptions = {
  readonly server: ResponsesServer
  /** Makes the ordinary call. */
  readonly askPlainly: Ask
  /** Asks a model that does not stream. */
  readonly askModel: (
    load: () => Promise<LanguageModel>,
    ...call: Parameters<Ask>
  ) => Promise<LlmReply>
  /** Name of the model in a request. */
  readonly model: string
}

/** Servers without the Responses API, or without background mode, answer with one of these. */
const refusals = [400, 404, 405, 422, 501]

/**
 * Answers requests with a job in background mode. A server that refuses the mode has started
 * nothing, so it gets the ordinary call; if it answers that, the mode is not tried again for as
 * long as the adapter is open.
 */
export function askInBackground({ server, askPlainly, askModel, model }: BackgroundOptions): Ask {
  let isModeRefused = false
  return async (request, signal) => {
    const { job, onText } = request
    if (!job || isModeRefused) return askPlainly(request, signal)
    let hasBegun = false
    const onBegun = () => {
      hasBegun = true
    }
    const fetch = fetchInBackground(server, { job, onBegun, ...omitUndefined({ onText }) })
    const load = async () => {
      const { createOpenAI } = await import('@ai-sdk/openai')
      // The real key is in the headers of the server, if it needs one.
      return createOpenAI({ apiKey: 'none', baseURL: server.baseURL, fetch }).responses(model)
    }
    try {
      return await askModel(load, request, signal)
    } catch (error) {
      if (hasBegun || !isRefusal(error)) throw error
      const reply = await askPlainly(request, signal)
      isModeRefused = true
      return reply
    }
  }
}

const isRefusal = (error: unknown) =>
  error instanceof Error && refusals.includes((error as { statusCode?: number }).statusCode ?? 0)

/** Shorter than the limit of a call, because nothing is computed. */
const limitSeconds = 30

export const openKeptReplies = (server: ResponsesServer, call: ExternalCall): KeptReplies => ({
  cancel: (id) => call({ limitSeconds }, (signal) => cancelResponse(server, id, signal)),
  discard: (id) => call({ limitSeconds }, (signal) => deleteResponse(server, id, signal)),
})
