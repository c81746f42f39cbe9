import { builtInStoreId } from '../kit/built-in-ids.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'

export const builtInStore = defineProvider({
  id: builtInStoreId,
  kind: 'vector-db',
  name: 'Built-in store',
  description: "A table in this installation's own database, searched exactly.",
  icon: '/icons/adapter-icons/built-in-store.svg',
  settings: defineSettings({
    title: 'Built-in store',
    description:
      'Vectors are kept in the database of this installation and seen by your organization only.',
    fields: {},
  }),

  open: (_settings, { vectors }) => vectors,
  check: (vectors) => vectors.search('connection-test', [1], 1),
})
