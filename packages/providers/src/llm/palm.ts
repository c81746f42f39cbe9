import { defineRetired } from '../kit/define-retired.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { maxTokens, secret, text } from '../kit/fields.ts'

export const palm = defineRetired({
  id: 'palm|af7c8ee7-3d01-47c5-9b81-5ffd7546014b',
  kind: 'llm',
  name: 'Palm',
  description: 'Google’s PaLM models, which Google has shut down.',
  icon: '/icons/adapter-icons/PaLM.png',
  reason: 'Google has shut down the PaLM models. Use Gemini instead.',
  settings: defineSettings({
    title: 'PaLM LLM',
    fields: {
      api_key: secret({
        title: 'API Key',
        description: 'An API key for the PaLM service, which has been shut down.',
      }),
      model_name: text({ title: 'Model Name', description: 'The name of a PaLM model.' }).default(
        'models/text-bison-001',
      ),
      num_output: maxTokens().meta({ title: 'Max output tokens' }).optional(),
    },
  }),
})
