import { z } from 'zod'
import { defineChatProvider } from '../kit/define-chat-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { maxRetries, maxTokens, secret, text, webAddress } from '../kit/fields.ts'

const Extras = z.record(z.string(), z.json())

export const anyscale = defineChatProvider({
  id: 'anyscale|adec9815-eabc-4207-9389-79cb89952639',
  name: 'AnyScale',
  description: 'Open models on AnyScale endpoints.',
  icon: '/icons/adapter-icons/anyscale.png',

  settings: defineSettings({
    title: 'AnyScale LLM',
    fields: {
      model: text({ title: 'Model', description: 'The name of a model on your endpoint.' }).default(
        'mistralai/Mistral-7B-Instruct-v0.1',
      ),
      additional_kwargs: text({
        title: 'Additional kwargs',
        prefill: '',
        description: 'Additional settings for each call, as a JSON object such as {"top_p": 0.9}.',
      })
        .refine((json) => extrasOf(json) !== undefined, 'must be a JSON object')
        .optional(),
      api_base: webAddress({
        title: 'API Base',
        description: 'The URL of your endpoint, including /v1.',
      }).default('https://api.endpoints.anyscale.com/v1'),
      api_key: secret({ title: 'API Key', description: 'An API key for your endpoint.' }),
      max_tokens: maxTokens(256).optional(),
      max_retries: maxRetries(5),
    },
  }),

  body: ({ additional_kwargs: json }) => (json ? (extrasOf(json) ?? {}) : {}),
})

function extrasOf(json: string): z.output<typeof Extras> | undefined {
  try {
    return Extras.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}
