import { checkEmbedding } from '../kit/check-model.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { embedWithSdk } from '../kit/embed-with-sdk.ts'
import {
  embedBatchSize,
  maxRetries,
  secret,
  text,
  timeout,
  vectorLength,
  webAddress,
} from '../kit/fields.ts'

export const openaiEmbedding = defineProvider({
  id: 'openai|717a0b0e-3bbc-41dc-9f0c-5689437a1151',
  kind: 'embedding',
  name: 'OpenAI',
  description: 'Embedding models from OpenAI.',
  icon: '/icons/adapter-icons/OpenAI.png',

  settings: defineSettings({
    title: 'OpenAI Embedding',
    fields: {
      model: text({
        title: 'Model',
        description: 'The name of an embedding model.',
      }).default('text-embedding-ada-002'),
      api_key: secret({
        title: 'API Key',
        prefill: '',
        description: 'A key from platform.openai.com.',
      }),
      api_base: webAddress({
        title: 'API Base',
        description: 'Only change this for a private endpoint.',
      }).default('https://api.openai.com/v1/'),
      embed_batch_size: embedBatchSize,
      timeout: timeout(240),
      dimensions: vectorLength.optional(),
      max_retries: maxRetries(3),
    },
  }),

  open(settings, { fetch, call }) {
    const {
      model,
      api_key: apiKey,
      api_base: baseURL,
      dimensions,
      timeout: limitSeconds,
      max_retries,
    } = settings
    const load = async () => {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ apiKey, baseURL, fetch }).embeddingModel(model)
    }
    const batchSize = settings.embed_batch_size || 10
    const sdkEmbedding = {
      model,
      load,
      batchSize,
      dimensions,
      limitSeconds,
      maxRetries: max_retries,
    }
    return embedWithSdk(sdkEmbedding, call)
  },
  check: checkEmbedding,
})
