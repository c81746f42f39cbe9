import { builtInStoreId } from '../built-in-ids.ts'
import { builtInSchema, builtInSettings } from '../kit/built-in-settings.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const builtInStore = defineProvider({
  id: builtInStoreId,
  kind: 'vector-db',
  name: 'Built-in store',
  description: "A table in this installation's own database, searched exactly.",
  icon: '/icons/adapter-icons/built-in-store.svg',
  schema: builtInSchema(
    'Built-in store',
    'Vectors are kept in the database of this installation and seen by your organization only.',
  ),
  settings: builtInSettings,

  open: (_settings, { vectors }) => vectors,
  check: (vectors) => vectors.search('connection-test', [1], 1),
})
