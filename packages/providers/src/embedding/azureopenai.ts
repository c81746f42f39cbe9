import { azureOpenAi } from '../kit/azure-openai.ts'
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

export const azureOpenAiEmbedding = defineProvider({
  id: 'azureopenai|9770f3f6-f8ba-4fa0-bb3a-bef48a00e66f',
  kind: 'embedding',
  name: 'AzureOpenAIEmbedding',
  description: 'OpenAI’s embedding models in your own Azure resource.',
  icon: '/icons/adapter-icons/AzureopenAI.png',

  settings: defineSettings({
    title: 'Azure OpenAI Embedding',
    alsoRequired: ['api_version'],
    fields: {
      model: text({
        title: 'Model',
        prefill: '',
        description: 'The model that the deployment runs, such as text-embedding-3-small.',
      }),
      deployment_name: text({
        title: 'Deployment Name',
        prefill: '',
        description: 'The name that you gave the deployment.',
      }),
      api_key: secret({ title: 'API Key', description: 'An API key for the Azure resource.' }),
      api_version: text({
        title: 'API Version',
        description: 'The API version, such as 2024-10-21.',
      }).default('2023-05-15'),
      azure_endpoint: webAddress({
        title: 'Azure Endpoint',
        prefill: '',
        description: 'The URL of the resource, such as https://mine.openai.azure.com.',
      }),
      embed_batch_size: embedBatchSize.unwrap().meta({ title: 'Embedding Batch Size' }).default(5),
      timeout: timeout(240),
      dimensions: vectorLength.optional(),
      max_retries: maxRetries(3),
    },
  }),

  open(settings, { fetch, call }) {
    const { model, dimensions, timeout: limitSeconds, max_retries } = settings
    const load = async () => {
      const { createOpenAI } = await import('@ai-sdk/openai')
      const { deployment_name: deployment, api_key: apiKey } = settings
      const { azure_endpoint: endpoint, api_version: apiVersion } = settings
      const azure = azureOpenAi({ endpoint, deployment, apiKey, apiVersion }, fetch)
      return createOpenAI(azure).embeddingModel(model)
    }
    const batchSize = settings.embed_batch_size || 5
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
