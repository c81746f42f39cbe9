import { checkEmbedding } from '../kit/check-model.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { embedWithSdk } from '../kit/embed-with-sdk.ts'
import { maxRetries, secret, text, timeout } from '../kit/fields.ts'

const baseURL = 'https://api.mistral.ai/v1'
/** The client of the vendor refuses more in one call. */
const batchSize = 32

export const mistralEmbedding = defineProvider({
  id: 'mistral|28a9d784-bc33-46a4-804a-436058e1354f',
  kind: 'embedding',
  name: 'Mistral',
  description: 'Embedding models from Mistral AI.',
  icon: '/icons/adapter-icons/Mistral%20AI.png',

  settings: defineSettings({
    title: 'Mistral Embedding',
    alsoRequired: ['model'],
    fields: {
      model: text({ title: 'Model', description: 'The name of an embedding model.' }).default(
        'mistral-embed',
      ),
      api_key: secret({
        title: 'API Key',
        prefill: '',
        description: 'A key from console.mistral.ai.',
      }),
      timeout: timeout(240),
      max_retries: maxRetries(3),
    },
  }),

  open(settings, { fetch, call }) {
    const { model, timeout: limitSeconds, max_retries } = settings
    const load = async () => {
      const { createMistral } = await import('@ai-sdk/mistral')
      return createMistral({ apiKey: settings.api_key, baseURL, fetch }).embeddingModel(model)
    }
    return embedWithSdk({ model, load, batchSize, limitSeconds, maxRetries: max_retries }, call)
  },
  check: checkEmbedding,
})
