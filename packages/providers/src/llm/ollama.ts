import { omitUndefined } from '@recto/omit-undefined'
import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { z } from 'zod'
import { assertNonEmptyReply, minLimit } from '../kit/ask-with-schema.ts'
import { checkLlm } from '../kit/check-model.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import {
  flag,
  maxRetries,
  maxTokens,
  number,
  text,
  timeout,
  webAddress,
  wholeNumber,
} from '../kit/fields.ts'
import { imageLimits } from '../kit/image-limits.ts'
import { localOllama } from '../kit/local-ollama.ts'
import { createLoopDetector } from '../kit/loops.ts'
import {
  findOllamaWindow,
  type OllamaRequest,
  postToOllama,
  streamFromOllama,
} from '../kit/ollama-api.ts'
import { maxOllamaWindow, selectOllamaWindow } from '../kit/ollama-window.ts'
import { withoutEnd } from '../kit/stream-model.ts'

const form = defineSettings({
  title: 'Ollama AI LLM',
  fields: {
    model: text({
      title: 'Model',
      prefill: '',
      description: 'A model that you have already pulled.',
    }),
    base_url: webAddress({
      title: 'Base URL',
      prefill: '',
      description: 'The URL of Ollama, for example http://localhost:11434.',
    }),
    context_window: wholeNumber({
      title: 'Context window',
      description:
        'The number of tokens for the prompt and the answer together. Ollama cuts off longer prompts. With 0, each request gets as much as it needs, up to 65,536 and the window that Ollama states for the model.',
    }).default(3900),
    request_timeout: timeout(900, 'Request Timeout'),
    max_tokens: maxTokens().optional(),
    temperature: number({
      title: 'Temperature',
      prefill: 0.7,
      description: 'With 0, answers are the same each time. With higher values, they vary more.',
    })
      .max(2)
      .optional(),
    max_retries: maxRetries(3),
    json_mode: flag({
      title: 'JSON Mode',
      description: 'Makes the model always answer in JSON.',
    }),
    enable_thinking: flag({
      title: 'Enable Thinking',
      description:
        'Lets the model think before it answers. Without it, models that can turn thinking off answer at once.',
    }),
  },
})

const Reply = z.object({
  model: z.string().optional(),
  message: z.object({ content: z.string().default(''), thinking: z.string().nullish() }),
  done: z.boolean().optional(),
  done_reason: z.string().optional(),
  // A prompt that is wholly in the cache has no count in some versions.
  prompt_eval_count: z.number().nullish(),
  eval_count: z.number().nullish(),
})

export const ollama = defineProvider({
  id: 'ollama|4b8bd31a-ce42-48d4-9d69-f29c12e0f276',
  kind: 'llm',
  name: 'Ollama',
  description: 'Models that run on your own machine or network.',
  icon: '/icons/adapter-icons/ollama.png',

  settings: form,

  open(settings, { fetch, call }) {
    const { model, base_url: baseUrl, request_timeout: limitSeconds } = settings
    const { context_window: contextWindow, max_retries } = settings
    let modelWindow: number | undefined
    // A failure is not remembered: the server may be starting, or the model not be pulled yet.
    const findModelWindow = async (signal?: AbortSignal) => {
      modelWindow ??= await findOllamaWindow({ fetch, baseUrl, model, signal })
      return modelWindow ?? 0
    }
    // Callers plan with this window, so it is one that is also sent.
    const findContextWindow = async () => Math.min(await findModelWindow(), maxOllamaWindow)
    const complete = async (request: LlmRequest): Promise<LlmReply> => {
      const { signal, idempotencyKey, onText } = request
      const requestBase = {
        fetch,
        baseUrl,
        path: '/api/chat',
        reply: Reply,
        idempotencyKey,
      } as const
      const reply = await call({ limitSeconds, signal }, async (callSignal) => {
        // Without a window, Ollama takes a small one and cuts off longer prompts without a word.
        const window =
          contextWindow ||
          selectOllamaWindow({
            modelWindow: await findModelWindow(callSignal),
            prompt: `${request.system ?? ''}${request.prompt}`,
            answerTokens: minLimit(request.maxTokens, settings.max_tokens),
            imageCount: request.images?.length ?? 0,
          })
        const body = bodyOf({ ...settings, context_window: window }, request)
        return onText
          ? stream({ ...requestBase, body: { ...body, stream: true }, signal: callSignal }, onText)
          : postToOllama({ ...requestBase, body, signal: callSignal })
      })
      return replyOf(reply, model)
    }
    return {
      model,
      contextWindow,
      findContextWindow,
      maxRetries: max_retries,
      imageLimits: imageLimits.undocumented,
      complete,
    }
  },
  check: checkLlm,
  findLocal: (network) =>
    localOllama(network, false, (model, base_url) => ({ model, base_url, context_window: 8192 })),
})

/** Joins the streamed parts of an answer. The last one has the reason of the end and the usage. */
async function stream(
  post: OllamaRequest<z.output<typeof Reply>>,
  onText: (soFar: string) => void,
): Promise<z.output<typeof Reply>> {
  let text = ''
  let thoughts = ''
  let last: z.output<typeof Reply> | undefined
  const repeatsText = createLoopDetector()
  const repeatsThoughts = createLoopDetector()
  await streamFromOllama(post, (line) => {
    last = line
    thoughts += line.message.thinking ?? ''
    text += line.message.content
    if (line.message.content !== '') onText(text)
    if (!repeatsText(text) && !repeatsThoughts(thoughts)) return undefined
    last = { ...line, done: true, done_reason: 'length' }
    return 'done'
  })
  if (!last)
    throw new ProviderError({
      code: 'reply-unreadable',
      message: 'Ollama did not return an answer.',
    })
  if (!isEnd(last)) throw withoutEnd('Ollama', text)
  return { ...last, message: { content: text, thinking: thoughts } }
}

/** Servers that imitate Ollama leave out one or the other of what its last line has. */
const isEnd = ({ done, done_reason, prompt_eval_count, eval_count }: z.output<typeof Reply>) =>
  done || Boolean(done_reason) || prompt_eval_count != null || eval_count != null

function bodyOf(settings: z.output<typeof form.shape>, request: LlmRequest) {
  const { system, prompt, schema, images = [] } = request
  const encodedImages = images.map(({ bytes }) => Buffer.from(bytes).toString('base64'))
  const format = schema?.json ?? (settings.json_mode ? 'json' : undefined)
  return {
    model: settings.model,
    stream: false,
    think: settings.enable_thinking,
    messages: [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      {
        role: 'user',
        content: prompt,
        ...omitUndefined({ images: images.length > 0 ? encodedImages : undefined }),
      },
    ],
    ...omitUndefined({ format }),
    options: omitUndefined({
      temperature: settings.temperature ?? 0,
      num_ctx: settings.context_window,
      num_predict: minLimit(request.maxTokens, settings.max_tokens),
    }),
  }
}

function replyOf(reply: z.output<typeof Reply>, model: string): LlmReply {
  const { message, done_reason: reason, prompt_eval_count: inputTokens, eval_count } = reply
  const stops = { stop: 'end', length: 'length' } as const
  const isCounted = inputTokens != null || eval_count != null
  const llmReply: LlmReply = {
    text: message.content,
    ...omitUndefined({ reasoningText: message.thinking || undefined }),
    stoppedBy: stops[reason as keyof typeof stops] ?? 'other',
    usage: isCounted
      ? { inputTokens: inputTokens ?? 0, outputTokens: eval_count ?? 0 }
      : { inputTokens: 0, outputTokens: 0, isUnknown: true },
    model: reply.model || model,
  }
  assertNonEmptyReply(llmReply, model)
  return llmReply
}
