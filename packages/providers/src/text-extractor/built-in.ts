import { builtInReaderId } from '../built-in-ids.ts'
import { builtInSchema, builtInSettings } from '../kit/built-in-settings.ts'
import { defineProvider } from '../kit/define-provider.ts'

export const builtInReader = defineProvider({
  id: builtInReaderId,
  kind: 'text-extractor',
  name: 'Built-in reader',
  description: 'Reads the text of PDF documents with the place of every word. No network.',
  icon: '/icons/adapter-icons/built-in-reader.svg',
  schema: builtInSchema(
    'Built-in reader',
    'Documents are read on this machine and never leave it.',
  ),
  settings: builtInSettings,

  open: (_settings, { reader }) => ({ read: (bytes, options) => reader.read(bytes, options) }),
  check: async () => {},
})
