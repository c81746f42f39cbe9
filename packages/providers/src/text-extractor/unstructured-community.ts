import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { webAddress } from '../kit/fields.ts'
import { readByUnstructured } from '../kit/unstructured.ts'

const name = 'Unstructured IO Community'

export const unstructuredCommunity = defineProvider({
  id: 'unstructuredcommunity|eeed506f-1875-457f-9101-846fc7115676',
  kind: 'text-extractor',
  name,
  description: 'An Unstructured text extraction server that you run yourself.',
  icon: '/icons/adapter-icons/UnstructuredIO.png',

  settings: defineSettings({
    title: 'Unstructured IO Community Text Extractor',
    alsoRequired: ['url'],
    fields: {
      url: webAddress({
        title: 'URL',
        description: 'The full URL of the server. It ends with /general/v0/general.',
      }).default('http://unstract-unstructured-io:8000/general/v0/general'),
    },
  }),

  open: ({ url }, context) => readByUnstructured({ name, url, context }),
  check: (extractor) => extractor.testConnection(),
})
