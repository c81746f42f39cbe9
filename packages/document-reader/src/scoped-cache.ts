/** Results by key, of which one scope sees only its own. */
export type ScopedCache<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

export type ScopedCaches<Value> = {
  /** Without a scope, results are cached only in the cache that is returned. */
  in(scope: string | undefined): ScopedCache<Value>
}

/**
 * Opens a bounded store of results that are computed from content. A scope is opaque, and a result
 * is found only in its own: nobody learns of the content of others, not even by the time that a
 * result takes.
 */
export function openScopedCaches<Value>(maxEntries: number): ScopedCaches<Value> {
  /** The least recently used first. */
  const entries = new Map<string, Value>()
  return {
    in: (scope) => {
      if (scope === undefined) return new Map<string, Value>()
      const toKey = (key: string) => JSON.stringify([scope, key])
      return {
        get(key) {
          const fullKey = toKey(key)
          const value = entries.get(fullKey)
          if (value === undefined) return undefined
          entries.delete(fullKey)
          entries.set(fullKey, value)
          return value
        },
        set(key, value) {
          const fullKey = toKey(key)
          entries.delete(fullKey)
          entries.set(fullKey, value)
          const [oldest] = entries.keys()
          if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
        },
      }
    },
  }
}
