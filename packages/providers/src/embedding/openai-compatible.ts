import { defineEmbeddingProvider } from '../kit/define-embedding-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { maxRetries, optionalSecret, text, timeout, webAddress } from '../kit/fields.ts'

export const openaiCompatibleEmbedding = defineEmbeddingProvider({
  id: 'openaicompatible|65573de7-2ea5-4631-bb49-492717972455',
  name: 'OpenAI Compatible',
  description: 'Any server with an OpenAI-compatible embeddings API, including your own.',
  icon: '/icons/adapter-icons/OpenAICompatible.png',

  settings: defineSettings({
    title: 'OpenAI Compatible Embedding',
    fields: {
      model: text({ title: 'Model', description: 'The model name that the server uses.' }),
      api_key: optionalSecret({
        title: 'API Key',
        description: 'Some servers do not need one.',
      }),
      api_base: webAddress({
        title: 'API Base',
        description: 'The URL without /embeddings. It usually ends with /v1.',
      }),
      max_retries: maxRetries(3),
      timeout: timeout(240),
    },
  }),
})
