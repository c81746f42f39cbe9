import { defineProvider } from '../kit/define-provider.ts'
import { noOpSettings, wait } from '../kit/no-op.ts'

/** Keeps nothing and finds nothing, after a while: for load tests without a store. */
export const noOpVectorDb = defineProvider({
  id: 'noOpVectorDb|ca4d6056-4971-4bc8-97e3-9e36290b5bc0',
  kind: 'vector-db',
  name: 'No Op VectorDB',
  description: 'Waits, but stores nothing.',
  icon: '/icons/adapter-icons/noOpVectorDb.png',
  isHidden: true,
  settings: noOpSettings('No Op Vector DB'),

  open: ({ wait_time: seconds }) => ({
    keepsNothing: true,
    put: () => wait(seconds),
    async search() {
      await wait(seconds)
      return []
    },
    remove: () => wait(seconds),
  }),
  check: async () => {},
})
