import { omitUndefined } from '@recto/omit-undefined'
import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
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
const pollSeconds = 1

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

const ends = new Set(['succeeded', 'failed', 'canceled', 'aborted'])

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
    const send = async (path: string, signal: AbortSignal, body?: object) => {
      const response = await fetch(`${root}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: omitUndefined({
          authorization: `Bearer ${key}`,
          'content-type': body && 'application/json',
          prefer: body && `wait=${waitSeconds}`,
        }),
        ...omitUndefined({ body: body && JSON.stringify(body) }),
        signal,
      })
      return readJsonAnswer(response, { name: 'Replicate', shape: Prediction, errorKey: 'detail' })
    }
    const ask = async (request: LlmRequest, signal: AbortSignal) => {
      const [name, version] = model.split(':')
      const input = inputOf(request)
      let prediction = await (version
        ? send('/predictions', signal, { version, input })
        : send(`/models/${name}/predictions`, signal, { input }))
      while (!ends.has(prediction.status)) {
        await pause(pollSeconds, signal)
        prediction = await send(`/predictions/${prediction.id}`, signal)
      }
      return replyOf(prediction, model)
    }
    const complete = askWithSchema({ limitSeconds, knowsSchemas: false }, call, ask)
    return { model, contextWindow: 0, maxRetries: max_retries, complete }
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
  const { input_token_count: inputTokens = 0, output_token_count: outputTokens = 0 } = metrics ?? {}
  const text = [output ?? ''].flat().join('')
  const reply = { text, stoppedBy: 'end', usage: { inputTokens, outputTokens }, model } as const
  assertNonEmptyReply(reply, model)
  return reply
}
