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

export const openrouter = defineChatProvider({
  id: 'openrouter|17756452-5dca-4e10-9cbf-d9bc16505458',
  name: 'OpenRouter',
  description: 'Models from many vendors with a single key.',
  icon: '/icons/adapter-icons/OpenRouter.png',

  settings: defineSettings({
    title: 'OpenRouter',
    fields: {
      api_key: secret({ title: 'API Key', description: 'A key from openrouter.ai.' }),
      model: text({
        title: 'Model',
        description: 'The vendor and the model, such as anthropic/claude-sonnet-4.5.',
      }),
      api_base: webAddress({
        title: 'API Base',
        description: 'Only change this for a private endpoint.',
      }).default('https://openrouter.ai/api/v1'),
      max_tokens: maxTokens().default(4096),
      max_retries: maxRetries(5),
      timeout: timeout(900),
      enable_reasoning: enableReasoning,
    },
    when: whenReasoning,
  }),
})
