import { omitUndefined } from '@recto/omit-undefined'
import { mistralBatches } from '../kit/batches/mistral-batches.ts'
import { toLlmBatches } from '../kit/batches/unsent-request.ts'
import { checkLlm } from '../kit/check-model.ts'
import { completeWithSdk, type SchemaOptions } from '../kit/complete-with-sdk.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import {
  enableReasoning,
  maxRetries,
  maxTokens,
  secret,
  text,
  timeout,
  whenReasoning,
} from '../kit/fields.ts'
import { imageLimits } from '../kit/image-limits.ts'

const baseURL = 'https://api.mistral.ai/v1'

export const mistral = defineProvider({
  id: 'mistral|00f766a5-6d6d-47ea-9f6c-ddb1e8a94e82',
  kind: 'llm',
  name: 'Mistral AI',
  description: 'Models from Mistral AI.',
  icon: '/icons/adapter-icons/Mistral%20AI.png',

  settings: defineSettings({
    title: 'Mistral AI LLM',
    fields: {
      model: text({
        title: 'Model',
        prefill: 'mistral-medium',
        description: 'The name of a Mistral model that your key can use.',
      }),
      api_key: secret({ title: 'API Key', description: 'A key from console.mistral.ai.' }),
      max_retries: maxRetries(5),
      max_tokens: maxTokens(512).optional(),
      timeout: timeout(900),
      enable_reasoning: enableReasoning,
    },
    when: whenReasoning,
  }),

  open(settings, { fetch, call, plainFetch }) {
    const { model, enable_reasoning: isThinking } = settings
    const loadWith = (modelFetch: typeof fetch) => async () => {
      const { createMistral } = await import('@ai-sdk/mistral')
      return createMistral({ apiKey: settings.api_key, baseURL, fetch: modelFetch })(model)
    }
    const options = ({ isStrict, cacheKey }: SchemaOptions) => ({
      mistral: omitUndefined({
        strictJsonSchema: isStrict,
        promptCacheKey: cacheKey,
        reasoningEffort: isThinking ? settings.reasoning_effort : undefined,
      }),
    })
    const { max_tokens: maxTokens, timeout: limitSeconds } = settings
    const temperature = isThinking ? undefined : 0
    const sdkModel = { model, options, limitSeconds, maxTokens, temperature }
    const completeWith = (modelFetch: typeof fetch) =>
      completeWithSdk({ ...sdkModel, load: loadWith(modelFetch) }, call)
    const headers = { authorization: `Bearer ${settings.api_key}` }
    const service = { name: 'Mistral AI', baseURL, headers, fetch: plainFetch, call }
    const batches = toLlmBatches(mistralBatches({ ...service, model }), completeWith, call)
    const modelInfo = {
      model,
      contextWindow: 0,
      maxRetries: settings.max_retries,
      imageLimits: imageLimits.mistral,
      outputLimit: { tokens: maxTokens },
    }
    return { ...modelInfo, complete: completeWith(fetch), batches }
  },
  check: checkLlm,
})
