import type { ProviderNetwork } from '@recto/provider-spec/provider'
import type { VectorDb, VectorItem } from '@recto/provider-spec/vector-db'

/**
 * An outside whose every address is that of one server, also of services with a fixed address; `below` a path
 * where the server tells protocols apart that have the same addresses.
 */
export function outsideOn(url?: string, basePath = ''): ProviderNetwork {
  return {
    fetch: (input, init) => {
      const requestUrl = new URL(input instanceof Request ? input.url : input)
      return globalThis.fetch(
        url ? new URL(basePath + requestUrl.pathname + requestUrl.search, url) : requestUrl,
        init,
      )
    },
    connect: () => Promise.reject(new Error('No port is opened in this test.')),
    reader: { read: refuse, readStored: refuse },
    vectors: emptyStore(),
  }
}

const refuse = () => Promise.reject(new Error('Nothing is read in this test.'))

function emptyStore(): VectorDb {
  const items = new Map<string, readonly VectorItem[]>()
  return {
    put: async (collection, addedItems) => void items.set(collection, addedItems),
    search: async (collection, _vector, limit) =>
      (items.get(collection) ?? []).slice(0, limit).map(({ id, text }) => ({ id, text, score: 1 })),
    remove: async (collection) => void items.delete(collection),
  }
}
