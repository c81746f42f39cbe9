import { checkEmbedding } from '../kit/check-model.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { embedWithSdk } from '../kit/embed-with-sdk.ts'
import { maxRetries, optionalSecret, text, timeout, webAddress } from '../kit/fields.ts'

/** Small enough for every server that is known to limit a call. */
const batchSize = 32

export const openaiCompatibleEmbedding = defineProvider({
  id: 'openaicompatible|65573de7-2ea5-4631-bb49-492717972455',
  kind: 'embedding',
  name: 'OpenAI Compatible',
  description: 'Any server that speaks the embedding protocol of OpenAI, also one of your own.',
  icon: '/icons/adapter-icons/OpenAICompatible.png',

  settings: defineSettings({
    title: 'OpenAI Compatible Embedding',
    fields: {
      model: text({ title: 'Model', description: 'The name of the model as the server knows it.' }),
      api_key: optionalSecret({
        title: 'API Key',
        description: 'Leave it empty when the server asks for none.',
      }),
      api_base: webAddress({
        title: 'API Base',
        format: 'uri',
        description: 'The address before /embeddings; it usually ends with /v1.',
      }),
      max_retries: maxRetries(3),
      timeout: timeout(240),
    },
  }),

  open(settings, { fetch, call }) {
    const { model, api_key: apiKey, api_base: baseURL, timeout: limitSeconds } = settings
    const load = async () => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const server = { name: 'compatible', baseURL, fetch, ...(apiKey && { apiKey }) }
      return createOpenAICompatible(server).embeddingModel(model)
    }
    const maxRetries = settings.max_retries
    return embedWithSdk({ model, load, batchSize, limitSeconds, maxRetries }, call)
  },
  check: checkEmbedding,
})
