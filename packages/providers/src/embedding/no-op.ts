import { defineProvider } from '../kit/define-provider.ts'
import { noOpSettings, wait } from '../kit/no-op.ts'

const vector: readonly number[] = [1, 0, 0, 0]

/** Gives every text the same vector after a while: for load tests without a model. */
export const noOpEmbedding = defineProvider({
  id: 'noOpEmbedding|ff223003-fee8-4079-b288-e86215e6b39a',
  kind: 'embedding',
  name: 'No Op Embedding',
  description: 'Waits, then returns a fixed vector.',
  icon: '/icons/adapter-icons/noOpEmbedding.png',
  isHidden: true,
  settings: noOpSettings('No Op Embedding', 'no-op-embedding'),

  open: ({ wait_time: seconds }) => ({
    model: 'no-op',
    async embed(texts, { signal } = {}) {
      await wait(seconds, signal)
      return { vectors: texts.map(() => vector), usage: { tokens: 0 } }
    },
  }),
  check: async () => {},
})
