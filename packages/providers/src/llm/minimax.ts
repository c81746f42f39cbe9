import { omitUndefined } from '@recto/omit-undefined'
import { defineChatProvider } from '../kit/define-chat-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import {
  choiceOfFlag,
  maxRetries,
  maxTokens,
  secret,
  text,
  timeout,
  webAddress,
  word,
} from '../kit/fields.ts'

export const minimax = defineChatProvider({
  id: 'minimax|4f0e4241-2430-4921-81bf-8b2c6040d8d2',
  name: 'MiniMax',
  description: 'Models from MiniMax.',
  icon: '/icons/adapter-icons/MiniMax.png',

  settings: defineSettings({
    title: 'MiniMax',
    alsoRequired: ['model'],
    fields: {
      api_key: secret({ title: 'API Key', description: 'A key from platform.minimax.io.' }),
      model: text({ title: 'Model', description: 'The name of a MiniMax model.' }).default(
        'MiniMax-M3',
      ),
      api_base: webAddress({
        title: 'API Base',
        description: 'Only change this for a private endpoint.',
      }).default('https://api.minimax.io/v1'),
      service_tier: word(
        { title: 'Service Tier', description: 'priority is faster and costs more.' },
        { standard: 'Standard', priority: 'Priority' },
      ).default('standard'),
      max_tokens: maxTokens().default(4096),
      max_retries: maxRetries(5),
      timeout: timeout(900),
      enable_thinking: choiceOfFlag({
        title: 'Enable Thinking',
        description:
          'Lets the model think before it answers. If not set, the model’s default applies.',
      }),
    },
  }),

  // The vendor documents no answers by a schema.
  knowsSchemas: false,
  body: ({ service_tier, enable_thinking: isThinking }) => ({
    service_tier,
    // Returns the model's thinking separately from its answer.
    reasoning_split: true,
    ...omitUndefined({
      thinking:
        isThinking === undefined ? undefined : { type: isThinking ? 'adaptive' : 'disabled' },
    }),
  }),
})
