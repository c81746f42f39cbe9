import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { secret, webAddress } from '../kit/fields.ts'
import { readByUnstructured } from '../kit/unstructured.ts'

const name = 'Unstructured IO Enterprise'

export const unstructuredEnterprise = defineProvider({
  id: 'unstructuredenterprise|eb1b6c58-221f-4db0-a4a5-e5f9cdca44e1',
  kind: 'text-extractor',
  name,
  description: 'Unstructured’s text extraction service.',
  icon: '/icons/adapter-icons/UnstructuredIO.png',

  settings: defineSettings({
    title: 'Unstructured IO Enterprise Text Extractor',
    alsoRequired: ['url'],
    fields: {
      url: webAddress({
        title: 'URL',
        description: 'The full URL of the service, as shown in your account.',
      }).default('https://api.unstructured.io/general/v0/general'),
      api_key: secret({
        title: 'API Key',
        prefill: '',
        description: 'A key from platform.unstructured.io.',
      }),
    },
  }),

  open: ({ url, api_key: key }, context) => readByUnstructured({ name, url, key, context }),
  check: (extractor) => extractor.testConnection(),
})
