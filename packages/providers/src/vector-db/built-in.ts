import { builtInStoreId } from '../kit/built-in-ids.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'

export const builtInStore = defineProvider({
  id: builtInStoreId,
  kind: 'vector-db',
  name: 'Built-in store',
  description: 'A table in this installation’s database, with exact search.',
  icon: '/api/v1/static/icons/adapter-icons/built-in-store.svg',
  settings: defineSettings({
    title: 'Built-in store',
    description:
      'Vectors are stored in this installation’s database. Only your organization can access them.',
    fields: {},
  }),

  open: (_settings, { vectors }) => vectors,
  check: (vectors) => vectors.search('connection-test', [1], 1),
})
