import { defineChatProvider } from '../kit/define-chat-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import {
  enableReasoning,
  maxRetries,
  maxTokens,
  secret,
  text,
  timeout,
  webAddress,
  whenReasoning,
} from '../kit/fields.ts'

export const nvidiaBuild = defineChatProvider({
  id: 'nvidiabuild|240d142d-68dd-4b6f-9716-80afd5c661cc',
  name: 'NVIDIA Build',
  description: 'Open models hosted by NVIDIA.',
  icon: '/icons/adapter-icons/NvidiaBuild.png',

  settings: defineSettings({
    title: 'NVIDIA Build',
    fields: {
      api_key: secret({ title: 'API Key', description: 'A key from build.nvidia.com.' }),
      model: text({
        title: 'Model',
        description: 'The vendor and the model, such as meta/llama-3.3-70b-instruct.',
      }),
      api_base: webAddress({
        title: 'API Base',
        description: 'Only change this for a private endpoint.',
      }).default('https://integrate.api.nvidia.com/v1'),
      max_tokens: maxTokens().default(4096),
      max_retries: maxRetries(5),
      timeout: timeout(900),
      enable_reasoning: enableReasoning,
    },
    when: whenReasoning,
  }),
})
