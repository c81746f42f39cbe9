import { checkLlm } from '../kit/check-model.ts'
import { completeWithSdk } from '../kit/complete-with-sdk.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import {
  enableReasoning,
  maxRetries,
  maxTokens,
  optionalSecret,
  text,
  timeout,
  webAddress,
  whenReasoning,
} from '../kit/fields.ts'

export const openaiCompatible = defineProvider({
  id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
  kind: 'llm',
  name: 'OpenAI Compatible',
  description: 'Any server that speaks the chat protocol of OpenAI, also one of your own.',
  icon: '/icons/adapter-icons/OpenAICompatible.png',

  settings: defineSettings({
    title: 'OpenAI Compatible',
    fields: {
      api_key: optionalSecret({
        title: 'API Key',
        description: 'Leave it empty when the server asks for none.',
      }),
      model: text({
        title: 'Model',
        description: 'The name of the model as the server knows it.',
      }).optional(),
      api_base: webAddress({
        title: 'API Base',
        format: 'url',
        description: 'The address before /chat/completions; it usually ends with /v1.',
      }),
      max_tokens: maxTokens().default(4096),
      max_retries: maxRetries(5),
      timeout: timeout(900),
      enable_reasoning: enableReasoning,
    },
    when: whenReasoning,
  }),

  open(settings, { fetch, call }) {
    const {
      model = '',
      api_key: apiKey,
      api_base: baseURL,
      enable_reasoning: isThinking,
    } = settings
    const load = async () => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const server = { name: 'compatible', baseURL, fetch, supportsStructuredOutputs: true }
      return createOpenAICompatible({ ...server, ...(apiKey && { apiKey }) }).chatModel(model)
    }
    const options = ({ isStrict }: { isStrict: boolean }) => ({
      compatible: {
        strictJsonSchema: isStrict,
        ...(isThinking && { reasoningEffort: settings.reasoning_effort }),
      },
    })
    const { max_tokens: maxTokens, timeout: limitSeconds } = settings
    // Models that think refuse to be told a temperature.
    const temperature = isThinking ? undefined : 0
    const complete = completeWithSdk(
      { model, load, options, limitSeconds, maxTokens, temperature },
      call,
    )
    return { model, contextWindow: 0, maxRetries: settings.max_retries, complete }
  },
  check: checkLlm,
})
