import { geminiBatches } from '../kit/batches/gemini-batches.ts'
import { toLlmBatches } from '../kit/batches/unsent-request.ts'
import { checkLlm } from '../kit/check-model.ts'
import { completeWithSdk } from '../kit/complete-with-sdk.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import {
  flag,
  maxRetries,
  maxTokens,
  number,
  secret,
  text,
  thinkingBudget,
  timeout,
} from '../kit/fields.ts'
import { imageLimits } from '../kit/image-limits.ts'

const baseURL = 'https://generativelanguage.googleapis.com/v1beta'

export const gemini = defineProvider({
  id: 'gemini|085f6c03-b57e-4594-85bb-40e2616c2736',
  kind: 'llm',
  name: 'Gemini',
  description: 'Google’s Gemini models, used with an AI Studio key.',
  icon: '/icons/adapter-icons/Gemini.png',

  settings: defineSettings({
    title: 'Gemini LLM',
    alsoRequired: ['model'],
    fields: {
      api_key: secret({
        title: 'API Key',
        prefill: '',
        description: 'A key from aistudio.google.com.',
      }),
      model: text({ title: 'Model', description: 'The name of a Gemini model.' }).default(
        'gemini-2.0-flash',
      ),
      temperature: number({
        title: 'Temperature',
        prefill: 0.1,
        description: 'With 0, answers are the same each time. With higher values, they vary more.',
      })
        .max(2)
        .optional(),
      max_tokens: maxTokens().default(8192),
      timeout: timeout(600),
      max_retries: maxRetries(3),
      enable_thinking: flag({
        title: 'Enable Thinking Mode',
        description:
          'Lets the model think before it answers. Only for models that support thinking.',
      }),
    },
    when: { key: 'enable_thinking', is: true, fields: { budget_tokens: thinkingBudget } },
  }),

  open(settings, { fetch, call, plainFetch }) {
    const { model, enable_thinking: isThinking, budget_tokens: thinkingBudget } = settings
    const loadWith = (modelFetch: typeof fetch) => async () => {
      const { createGoogle } = await import('@ai-sdk/google')
      return createGoogle({ apiKey: settings.api_key, baseURL, fetch: modelFetch })(model)
    }
    const options = () => ({ google: isThinking ? { thinkingConfig: { thinkingBudget } } : {} })
    const { max_tokens, timeout: limitSeconds, temperature = 0 } = settings
    // Thinking tokens count as output.
    const maxTokens = isThinking && max_tokens > 0 ? max_tokens + thinkingBudget : max_tokens
    const sdkModel = { model, options, limitSeconds, maxTokens, temperature }
    const completeWith = (modelFetch: typeof fetch) =>
      completeWithSdk({ ...sdkModel, load: loadWith(modelFetch) }, call)
    const headers = { 'x-goog-api-key': settings.api_key }
    const service = { name: 'Gemini', baseURL, headers, fetch: plainFetch, call }
    const batches = toLlmBatches(geminiBatches({ ...service, model }), completeWith, call)
    return {
      model,
      contextWindow: 0,
      maxRetries: settings.max_retries,
      imageLimits: imageLimits.google,
      outputLimit: { tokens: maxTokens },
      complete: completeWith(fetch),
      batches,
    }
  },
  check: checkLlm,
})
