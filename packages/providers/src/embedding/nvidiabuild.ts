import { defineEmbeddingProvider } from '../kit/define-embedding-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { maxRetries, secret, text, timeout, webAddress } from '../kit/fields.ts'

export const nvidiaBuildEmbedding = defineEmbeddingProvider({
  id: 'nvidiabuild|2afcdf59-5323-4086-97fb-d9a0432e7795',
  name: 'NVIDIA Build',
  description: 'Open embedding models hosted by NVIDIA.',
  icon: '/icons/adapter-icons/NvidiaBuild.png',

  settings: defineSettings({
    title: 'NVIDIA Build Embedding',
    fields: {
      model: text({
        title: 'Model',
        description: 'The vendor and the model, such as nvidia/nv-embedqa-e5-v5.',
      }),
      api_key: secret({ title: 'API Key', description: 'A key from build.nvidia.com.' }),
      api_base: webAddress({
        title: 'API Base',
        description: 'Only change this for a private endpoint.',
      }).default('https://integrate.api.nvidia.com/v1'),
      max_retries: maxRetries(3),
      timeout: timeout(240),
    },
  }),

  // Its models embed questions and passages apart; both sides have to be the same here.
  body: { input_type: 'passage', truncate: 'END' },
})
