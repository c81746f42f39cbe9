import { openAiBatches } from '../kit/batches/openai-batches.ts'
import { toLlmBatches } from '../kit/batches/unsent-request.ts'
import { checkLlm } from '../kit/check-model.ts'
import { completeInBackground, completeWithSdk } from '../kit/complete-with-sdk.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import {
  enableReasoning,
  keepReplies,
  maxRetries,
  maxTokens,
  secret,
  text,
  timeout,
  unread,
  webAddress,
  whenReasoning,
} from '../kit/fields.ts'
import { imageLimits } from '../kit/image-limits.ts'
import { buildOpenAiOptions } from '../kit/openai-options.ts'

export const openai = defineProvider({
  id: 'openai|502ecf49-e47c-445c-9907-6d4b90c5cd17',
  kind: 'llm',
  name: 'OpenAI',
  description: 'GPT models from OpenAI.',
  icon: '/icons/adapter-icons/OpenAI.png',

  settings: defineSettings({
    title: 'OpenAI LLM',
    alsoRequired: ['api_base'],
    fields: {
      api_key: secret({ title: 'API Key', description: 'A key from platform.openai.com.' }),
      model: text({
        title: 'Model',
        description: 'The name of a chat model.',
      }).default('gpt-3.5-turbo'),
      api_base: webAddress({
        title: 'API Base',
        description: 'Only change this for a private endpoint.',
      }).default('https://api.openai.com/v1'),
      api_version: unread(
        text({
          title: 'API Version',
          prefill: '2023-05-15',
          description: 'Kept for compatibility with existing settings. OpenAI does not need it.',
        }),
      ),
      max_tokens: maxTokens().optional(),
      max_retries: maxRetries(5),
      timeout: timeout(900),
      keep_replies: keepReplies,
      enable_reasoning: enableReasoning,
    },
    when: whenReasoning,
  }),

  open(settings, { fetch, call, plainFetch }) {
    const { model, enable_reasoning: isThinking } = settings
    const loadWith = (modelFetch: typeof fetch) => async () => {
      const { createOpenAI } = await import('@ai-sdk/openai')
      const { api_key: apiKey, api_base: baseURL } = settings
      return createOpenAI({ apiKey, baseURL, fetch: modelFetch }).chat(model)
    }
    const load = loadWith(fetch)
    const effort = isThinking ? settings.reasoning_effort : undefined
    const options = buildOpenAiOptions(effort)
    const { max_tokens: maxTokens, timeout: limitSeconds, api_base: baseURL } = settings
    const sdkModel = { model, load, options, limitSeconds, maxTokens, temperature: 0 }
    const headers = { authorization: `Bearer ${settings.api_key}` }
    const service = { name: 'OpenAI', baseURL, headers, fetch: plainFetch, call }
    const batches = toLlmBatches(
      openAiBatches({ ...service, endpoint: '/v1/chat/completions' }),
      (bodyFetch) => completeWithSdk({ ...sdkModel, load: loadWith(bodyFetch) }, call),
      call,
    )
    const modelInfo = {
      model,
      contextWindow: 0,
      maxRetries: settings.max_retries,
      batches,
      imageLimits: imageLimits.openai,
      outputLimit: { tokens: maxTokens },
    }
    if (!settings.keep_replies) return { ...modelInfo, complete: completeWithSdk(sdkModel, call) }
    const server = { name: 'OpenAI', fetch, baseURL, headers, streams: true }
    const background = { server, model, effort }
    return { ...modelInfo, ...completeInBackground(sdkModel, background, call) }
  },
  check: checkLlm,
})
