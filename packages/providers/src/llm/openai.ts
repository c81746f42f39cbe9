import { z } from 'zod'
import { checkLlm } from '../kit/check-model.ts'
import { completeWithSdk } from '../kit/complete-with-sdk.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { secondsSetting, webAddress, wholeSetting } from '../kit/read-settings.ts'
import { reasoningSettings } from '../kit/reasoning-settings.ts'
import {
  adapterName,
  enableReasoning,
  maxRetries,
  maxTokens,
  reasoningEffort,
  secret,
  settingsSchema,
  text,
  timeout,
  whenOn,
} from '../kit/settings-schema.ts'

export const openai = defineProvider({
  id: 'openai|502ecf49-e47c-445c-9907-6d4b90c5cd17',
  kind: 'llm',
  name: 'OpenAI',
  description: 'The GPT models of OpenAI.',
  icon: '/icons/adapter-icons/OpenAI.png',

  schema: settingsSchema({
    title: 'OpenAI LLM',
    required: ['adapter_name', 'api_key', 'api_base'],
    properties: {
      adapter_name: adapterName(),
      api_key: secret({ title: 'API Key', description: 'A key from platform.openai.com.' }),
      model: text({
        title: 'Model',
        default: 'gpt-3.5-turbo',
        description: 'The name of a model that answers chats.',
      }),
      api_base: text({
        title: 'API Base',
        format: 'url',
        default: 'https://api.openai.com/v1',
        description: 'Change it only for a private endpoint.',
      }),
      api_version: text({
        title: 'API Version',
        default: '2023-05-15',
        description: 'Kept for existing settings; OpenAI itself does not ask for it.',
      }),
      max_tokens: maxTokens(),
      max_retries: maxRetries(5),
      timeout: timeout(900),
      enable_reasoning: enableReasoning,
    },
    allOf: [whenOn('enable_reasoning', { reasoning_effort: reasoningEffort })],
  }),
  settings: z.object({
    api_key: z.string(),
    model: z.string().default('gpt-3.5-turbo'),
    api_base: webAddress.default('https://api.openai.com/v1'),
    max_tokens: wholeSetting.optional(),
    timeout: secondsSetting.default(900),
    ...reasoningSettings,
  }),

  open(settings, { fetch, call }) {
    const { model, enable_reasoning: isThinking, reasoning_effort: effort } = settings
    const load = async () => {
      const { createOpenAI } = await import('@ai-sdk/openai')
      const { api_key: apiKey, api_base: baseURL } = settings
      return createOpenAI({ apiKey, baseURL, fetch }).chat(model)
    }
    const options = ({ isStrict }: { isStrict: boolean }) => ({
      openai: {
        strictJsonSchema: isStrict,
        ...(isThinking && { forceReasoning: true, reasoningEffort: effort }),
      },
    })
    const { max_tokens: maxTokens, timeout: limitSeconds } = settings
    const complete = completeWithSdk(
      { model, load, options, limitSeconds, maxTokens, temperature: 0 },
      call,
    )
    return { model, contextWindow: 0, complete }
  },
  check: checkLlm,
})
