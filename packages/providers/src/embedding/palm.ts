import { defineRetired } from '../kit/define-retired.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { embedBatchSize, secret, text } from '../kit/fields.ts'

export const palmEmbedding = defineRetired({
  id: 'palm|a3fc9fda-f02f-405f-bb26-8bd2ace4317e',
  kind: 'embedding',
  name: 'Palm',
  description: 'Google’s PaLM embedding models, which Google has shut down.',
  icon: '/icons/adapter-icons/PaLM.png',
  reason: 'Google has shut down the PaLM models. Use Gemini instead.',
  settings: defineSettings({
    title: 'Palm Embedding',
    alsoRequired: ['model_name'],
    fields: {
      model_name: text({ title: 'Model Name', description: 'The name of a PaLM model.' }).default(
        'models/embedding-gecko-001',
      ),
      api_key: secret({
        title: 'API Key',
        description: 'An API key for the PaLM service, which has been shut down.',
      }),
      embed_batch_size: embedBatchSize,
    },
  }),
})
