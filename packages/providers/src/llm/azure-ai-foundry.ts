import { omitUndefined } from '@recto/omit-undefined'
import { defineChatProvider } from '../kit/define-chat-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { maxRetries, maxTokens, secret, text, timeout, webAddress } from '../kit/fields.ts'

const apiVersion = '2024-05-01-preview'

export const azureAiFoundry = defineChatProvider({
  id: 'azure_ai_foundry|1ee34560-ea2b-47ac-bfce-ecc4aa5a48cb',
  name: 'Azure AI Foundry',
  description: 'Models from many vendors in your own Azure resource.',
  icon: '/icons/adapter-icons/AzureAIFoundry.png',

  settings: defineSettings({
    title: 'Azure AI Foundry LLM',
    fields: {
      api_key: secret({ title: 'API Key', description: 'An API key for the Azure resource.' }),
      api_base: webAddress({
        title: 'Endpoint URL',
        prefill: '',
        description: 'The endpoint of the resource, such as https://mine.services.ai.azure.com.',
      }),
      model: text({
        title: 'Model',
        prefill: '',
        description:
          'The name of the deployment. Leave it empty for an endpoint with only one model.',
      }).optional(),
      max_tokens: maxTokens().optional(),
      max_retries: maxRetries(5),
      timeout: timeout(900),
    },
  }),

  server: ({ api_base, api_key: key }) => {
    const { hostname, origin, pathname } = new URL(api_base)
    const path = pathname.replace(/(?<!\/)\/+$/, '').replace(/\/chat\/completions$/, '')
    // Endpoints of one model take the key as others do, and know no versions.
    if (hostname.endsWith('.models.ai.azure.com'))
      return {
        baseURL: `${origin}${path || '/v1'}`,
        headers: { authorization: `Bearer ${key}` },
      }
    const isVersioned = /\/v1$/.test(path)
    return {
      baseURL: `${origin}${path || '/models'}`,
      headers: { 'api-key': key },
      ...omitUndefined({ queryParams: isVersioned ? undefined : { 'api-version': apiVersion } }),
    }
  },
})
