import { builtInMiniLmId } from '../kit/built-in-ids.ts'
import { checkEmbedding } from '../kit/check-model.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { embedWithMiniLm } from '../mini-lm/embed-with-mini-lm.ts'

export const builtInMiniLm = defineProvider({
  id: builtInMiniLmId,
  kind: 'embedding',
  name: 'Built-in MiniLM',
  description:
    'A small embedding model that runs inside this installation. It needs no key and no network.',
  icon: '/api/v1/static/icons/adapter-icons/built-in-minilm.svg',
  settings: defineSettings({
    title: 'Built-in MiniLM',
    description:
      'The model all-MiniLM-L6-v2 runs on this machine. It is designed for English text.',
    fields: {},
  }),

  open: () => ({ model: 'all-MiniLM-L6-v2', isFree: true, embed: embedWithMiniLm }),
  check: checkEmbedding,
})
