import { z } from 'zod'
import { checkEmbedding } from '../kit/check-model.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { embedWithSdk } from '../kit/embed-with-sdk.ts'
import { secondsSetting, webAddress, wholeSetting } from '../kit/read-settings.ts'
import {
  adapterName,
  embedBatchSize,
  maxRetries,
  secret,
  settingsSchema,
  text,
  timeout,
  wholeNumber,
} from '../kit/settings-schema.ts'

export const openaiEmbedding = defineProvider({
  id: 'openai|717a0b0e-3bbc-41dc-9f0c-5689437a1151',
  kind: 'embedding',
  name: 'OpenAI',
  description: 'The embedding models of OpenAI.',
  icon: '/icons/adapter-icons/OpenAI.png',

  schema: settingsSchema({
    title: 'OpenAI Embedding',
    required: ['adapter_name', 'api_key'],
    properties: {
      adapter_name: adapterName(),
      model: text({
        title: 'Model',
        default: 'text-embedding-ada-002',
        description: 'The name of an embedding model.',
      }),
      api_key: secret({
        title: 'API Key',
        default: '',
        description: 'A key from platform.openai.com.',
      }),
      api_base: text({
        title: 'API Base',
        format: 'uri',
        default: 'https://api.openai.com/v1/',
        description: 'Change it only for a private endpoint.',
      }),
      embed_batch_size: embedBatchSize,
      timeout: timeout(240),
      dimensions: wholeNumber({
        title: 'Dimensions',
        minimum: 1,
        description: 'The length of the vectors. Empty is the usual one of the model.',
      }),
      max_retries: maxRetries(3),
    },
  }),
  settings: z.object({
    model: z.string().default('text-embedding-ada-002'),
    api_key: z.string(),
    api_base: webAddress.default('https://api.openai.com/v1/'),
    embed_batch_size: wholeSetting.default(10),
    timeout: secondsSetting.default(240),
    dimensions: z.coerce.number().int().min(1).optional(),
  }),

  open(settings, { fetch, call }) {
    const {
      model,
      api_key: apiKey,
      api_base: baseURL,
      dimensions,
      timeout: limitSeconds,
    } = settings
    const load = async () => {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ apiKey, baseURL, fetch }).embeddingModel(model)
    }
    const batchSize = settings.embed_batch_size || 10
    return embedWithSdk({ model, load, batchSize, dimensions, limitSeconds }, call)
  },
  check: checkEmbedding,
})
