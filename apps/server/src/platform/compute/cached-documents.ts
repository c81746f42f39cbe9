/** Tracks which documents a process has cached, and which it must evict. */
export type CachedDocuments = {
  has(key: string): boolean
  /** Marks a document as used; with a size, adds it. Returns the documents to evict. */
  use(key: string, size?: number): readonly string[]
  remove(key: string): void
  clear(): void
}

export function createCachedDocuments(maxBytes: number): CachedDocuments {
  // Map order is order of last use.
  const sizes = new Map<string, number>()

  /** Keeps the most recently used documents that fit beside a new one, and returns the others. */
  function evict(addedBytes: number): readonly string[] {
    const evictedKeys: string[] = []
    let total = addedBytes
    for (const [key, size] of [...sizes].reverse()) {
      total += size
      if (total <= maxBytes) continue
      evictedKeys.push(key)
      sizes.delete(key)
    }
    return evictedKeys
  }

  return {
    has: (key) => sizes.has(key),
    remove: (key) => sizes.delete(key),
    clear: () => sizes.clear(),
    use(key, size = sizes.get(key) ?? 0) {
      sizes.delete(key)
      const evictedKeys = evict(size)
      sizes.set(key, size)
      return evictedKeys
    },
  }
}
