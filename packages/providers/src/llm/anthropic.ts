import { z } from 'zod'
import { checkLlm } from '../kit/check-model.ts'
import { completeWithSdk } from '../kit/complete-with-sdk.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { secondsSetting, wholeSetting } from '../kit/read-settings.ts'
import {
  adapterName,
  flag,
  maxRetries,
  maxTokens,
  secret,
  settingsSchema,
  text,
  timeout,
  whenOn,
} from '../kit/settings-schema.ts'

const baseURL = 'https://api.anthropic.com/v1'
const extendedContext = { 'anthropic-beta': 'context-1m-2025-08-07' }

export const anthropic = defineProvider({
  id: 'anthropic|90ebd4cd-2f19-4cef-a884-9eeb6ac0f203',
  kind: 'llm',
  name: 'Anthropic',
  description: 'The Claude models of Anthropic.',
  icon: '/icons/adapter-icons/Anthropic.png',

  schema: settingsSchema({
    title: 'Anthropic LLM',
    required: ['adapter_name', 'model', 'api_key'],
    properties: {
      adapter_name: adapterName(),
      model: text({
        title: 'Model',
        default: 'claude-instant-1.2',
        description: 'The name of a Claude model that your key may use.',
      }),
      api_key: secret({
        title: 'API Key',
        default: '',
        description: 'A key from console.anthropic.com.',
      }),
      max_tokens: maxTokens(512),
      max_retries: maxRetries(3),
      timeout: timeout(900),
      enable_thinking: flag({
        title: 'Enable Extended Thinking',
        default: false,
        description: 'Let the model think before it answers. Only for models that can.',
      }),
      enable_extended_context: flag({
        title: 'Enable Extended Context (1M)',
        default: false,
        description: 'Allow prompts of up to a million tokens. Only for models that can.',
      }),
    },
    allOf: [
      whenOn('enable_thinking', {
        budget_tokens: {
          type: 'number',
          title: 'Thinking Budget Tokens',
          default: 1024,
          minimum: 1024,
          description: 'How many tokens the model may spend on thinking, besides its answer.',
        },
      }),
    ],
  }),
  settings: z.object({
    model: z.string(),
    api_key: z.string(),
    max_tokens: wholeSetting.optional(),
    timeout: secondsSetting.default(900),
    enable_thinking: z.boolean().default(false),
    budget_tokens: z.coerce.number().int().min(1024).default(1024),
    enable_extended_context: z.boolean().default(false),
  }),

  open(settings, { fetch, call }) {
    const { model, enable_thinking: isThinking, budget_tokens: budgetTokens } = settings
    const load = async () => {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ apiKey: settings.api_key, baseURL, fetch })(model)
    }
    const options = () => ({
      anthropic: isThinking ? { thinking: { type: 'enabled', budgetTokens } } : {},
    })
    const { max_tokens: maxTokens, timeout: limitSeconds } = settings
    const headers = settings.enable_extended_context ? extendedContext : {}
    const temperature = isThinking ? undefined : 0
    const complete = completeWithSdk(
      { model, load, options, limitSeconds, maxTokens, temperature, headers },
      call,
    )
    return { model, contextWindow: 0, complete }
  },
  check: checkLlm,
})
