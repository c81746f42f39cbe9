import { omitUndefined } from '@recto/omit-undefined'
import type { KeptReplies, LlmReply, LlmRequest, LlmUsage } from '@recto/provider-spec/llm'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { z } from 'zod'
import { askWithSchema, assertNonEmptyReply } from '../kit/ask-with-schema.ts'
import { checkLlm } from '../kit/check-model.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { pause } from '../kit/external-call.ts'
import { maxRetries, secret, text, timeout } from '../kit/fields.ts'
import { readJsonAnswer } from '../kit/read-answer.ts'

const root = 'https://api.replicate.com/v1'
/** Seconds for which the service keeps a call open before it is polled. */
const waitSeconds = 60
/** A prediction whose id is stored at once is polled from the start: often first, then less. */
const firstPollSeconds = 0.1
const maxPollSeconds = 1
const pollGrowth = 1.25
const cancelSeconds = 30
/** The service deletes predictions after an hour. */
const lossStatuses = [400, 404, 410]

const Prediction = z.object({
  id: z.string().regex(/^[\w-]+$/),
  status: z.string(),
  output: z.union([z.string(), z.array(z.string())]).nullish(),
  error: z.unknown().optional(),
  metrics: z
    .object({
      input_token_count: z.number().default(0),
      output_token_count: z.number().default(0),
    })
    .nullish(),
})
type Prediction = z.output<typeof Prediction>

const failures = new Set(['failed', 'canceled', 'aborted'])
const ends = new Set(['succeeded', ...failures])

type PredictionRequest = {
  readonly signal: AbortSignal
  readonly body?: object
  /** Whether the service keeps the call open until the prediction has ended. */
  readonly waits?: boolean
}

function throwUnlessLost(error: unknown): undefined {
  const { statusCode } = error as { statusCode?: number }
  if (statusCode === undefined || !lossStatuses.includes(statusCode)) throw error
}

export const replicate = defineProvider({
  id: 'replicate|2715ce84-05af-4ab4-b8e9-67ac3211b81e',
  kind: 'llm',
  name: 'Replicate',
  description: 'Open models hosted by Replicate.',
  icon: '/icons/adapter-icons/Replicate.png',

  settings: defineSettings({
    title: 'Replicate LLM',
    fields: {
      model: text({
        title: 'Model',
        description:
          'The owner and the model. To use a specific version, add a colon and the version.',
      })
        .regex(/^[\w.-]+\/[\w.-]+(:[\da-f]+)?$/, 'must be owner/model or owner/model:version')
        .default(
          'mistralai/mistral-7b-instruct-v0.1:83b6a56e7c828e667f21fd596c338fd4f0039b46bcfa18d973e8e70e455fda70',
        ),
      api_key: secret({ title: 'API Key', description: 'A token from replicate.com.' }),
      max_retries: maxRetries(3),
      timeout: timeout(900),
    },
  }),

  open(settings, { fetch, call }) {
    const { model, api_key: key, max_retries, timeout: limitSeconds } = settings
    const send = async (path: string, { signal, body, waits }: PredictionRequest) => {
      const response = await fetch(`${root}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: omitUndefined({
          authorization: `Bearer ${key}`,
          'content-type': body && 'application/json',
          prefer: waits ? `wait=${waitSeconds}` : undefined,
        }),
        ...omitUndefined({ body: body && JSON.stringify(body) }),
        signal,
      })
      return readJsonAnswer(response, { name: 'Replicate', shape: Prediction, errorKey: 'detail' })
    }
    const start = async (request: LlmRequest, signal: AbortSignal) => {
      const [name, version] = model.split(':')
      const input = inputOf(request)
      const waits = request.job === undefined
      const prediction = await (version
        ? send('/predictions', { signal, waits, body: { version, input } })
        : send(`/models/${name}/predictions`, { signal, waits, body: { input } }))
      await request.job?.onStarted(prediction.id)
      return prediction
    }
    const findEarlier = async ({ job }: LlmRequest, signal: AbortSignal) => {
      if (job?.earlierId === undefined) return undefined
      const prediction = await send(`/predictions/${job.earlierId}`, { signal }).catch(
        throwUnlessLost,
      )
      if (prediction && !failures.has(prediction.status)) return prediction
      await job.onLost()
      return undefined
    }
    const ask = async (request: LlmRequest, signal: AbortSignal) => {
      let prediction = (await findEarlier(request, signal)) ?? (await start(request, signal))
      let seconds = request.job ? firstPollSeconds : maxPollSeconds
      while (!ends.has(prediction.status)) {
        await pause(seconds, signal)
        seconds = Math.min(seconds * pollGrowth, maxPollSeconds)
        prediction = await send(`/predictions/${prediction.id}`, { signal })
      }
      return replyOf(prediction, model)
    }
    const complete = askWithSchema({ limitSeconds, knowsSchemas: false }, call, ask)
    const keptReplies: KeptReplies = {
      cancel: (id) =>
        call({ limitSeconds: cancelSeconds }, async (signal) => {
          await send(`/predictions/${id}/cancel`, { signal, body: {} })
        }),
      // The service deletes predictions itself, and has no address to delete one earlier.
      discard: async () => {},
    }
    return { model, contextWindow: 0, maxRetries: max_retries, complete, keptReplies }
  },
  check: checkLlm,
})

const inputOf = ({ system, prompt, maxTokens }: LlmRequest) =>
  omitUndefined({
    prompt,
    system_prompt: system,
    max_tokens: maxTokens,
    max_new_tokens: maxTokens,
  })

function replyOf({ status, output, error, metrics }: Prediction, model: string): LlmReply {
  if (status !== 'succeeded') {
    const reason = typeof error === 'string' && error !== '' ? error : 'no reason was given.'
    throw new ProviderError({
      code: 'refused',
      message: `Replicate ended the call with status “${status}”: ${reason}`,
    })
  }
  const usage: LlmUsage = metrics
    ? { inputTokens: metrics.input_token_count, outputTokens: metrics.output_token_count }
    : { inputTokens: 0, outputTokens: 0, isUnknown: true }
  const text = [output ?? ''].flat().join('')
  const reply = { text, stoppedBy: 'end', usage, model } as const
  assertNonEmptyReply(reply, model)
  return reply
}
