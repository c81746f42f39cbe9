import { addMissingUsage } from '../kit/add-missing-usage.ts'
import { anthropicBatches } from '../kit/batches/anthropic-batches.ts'
import { toLlmBatches } from '../kit/batches/unsent-request.ts'
import { checkLlm } from '../kit/check-model.ts'
import { completeWithSdk } from '../kit/complete-with-sdk.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import {
  flag,
  maxRetries,
  maxTokens,
  secret,
  text,
  thinkingBudget,
  timeout,
} from '../kit/fields.ts'
import { imageLimits } from '../kit/image-limits.ts'
import { quoteLongNumbers } from '../kit/quote-long-numbers.ts'

const baseURL = 'https://api.anthropic.com/v1'
const extendedContext = { 'anthropic-beta': 'context-1m-2025-08-07' }

export const anthropic = defineProvider({
  id: 'anthropic|90ebd4cd-2f19-4cef-a884-9eeb6ac0f203',
  kind: 'llm',
  name: 'Anthropic',
  description: 'Claude models from Anthropic.',
  icon: '/icons/adapter-icons/Anthropic.png',

  settings: defineSettings({
    title: 'Anthropic LLM',
    fields: {
      model: text({
        title: 'Model',
        prefill: 'claude-instant-1.2',
        description: 'The name of a Claude model that your key can use.',
      }),
      api_key: secret({
        title: 'API Key',
        prefill: '',
        description: 'A key from console.anthropic.com.',
      }),
      max_tokens: maxTokens(512).optional(),
      max_retries: maxRetries(3),
      timeout: timeout(900),
      enable_thinking: flag({
        title: 'Enable Extended Thinking',
        description:
          'Lets the model think before it answers. Only for models that support thinking.',
      }),
      enable_extended_context: flag({
        title: 'Enable Extended Context (1M)',
        description: 'Allows prompts of up to 1,000,000 tokens. Only for models that support it.',
      }),
    },
    when: { key: 'enable_thinking', is: true, fields: { budget_tokens: thinkingBudget } },
  }),

  open(settings, { fetch, call, plainFetch }) {
    const { model, enable_thinking: isThinking, budget_tokens: budgetTokens } = settings
    const loadWith = (modelFetch: typeof fetch) => async () => {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({
        apiKey: settings.api_key,
        baseURL,
        // The answer may be the input of a tool, which the client parses.
        fetch: addMissingUsage(quoteLongNumbers(modelFetch)),
      })(model)
    }
    const options = () => ({
      anthropic: isThinking ? { thinking: { type: 'enabled', budgetTokens } } : {},
    })
    const { max_tokens: maxTokens, timeout: limitSeconds } = settings
    const headers = settings.enable_extended_context ? extendedContext : {}
    const temperature = isThinking ? undefined : 0
    const completeWith = (modelFetch: typeof fetch) =>
      completeWithSdk(
        {
          model,
          load: loadWith(modelFetch),
          options,
          limitSeconds,
          maxTokens,
          temperature,
          headers,
          marksShared: true,
        },
        call,
      )
    const keyHeaders = { 'x-api-key': settings.api_key, 'anthropic-version': '2023-06-01' }
    const service = { name: 'Anthropic', baseURL, fetch: plainFetch, call }
    const batches = toLlmBatches(
      anthropicBatches({ ...service, headers: { ...headers, ...keyHeaders } }),
      completeWith,
      call,
    )
    const modelInfo = {
      model,
      contextWindow: 0,
      maxRetries: settings.max_retries,
      imageLimits: imageLimits.anthropic,
      outputLimit: { tokens: maxTokens, thinkingTokens: isThinking ? budgetTokens : 0 },
    }
    return { ...modelInfo, complete: completeWith(fetch), batches }
  },
  check: checkLlm,
})
