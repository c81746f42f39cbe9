/** Results by key, of which one scope sees only its own. */
export type ScopedCache<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

export type ScopedCaches<Value> = {
  /** Without a scope, results are cached only in the cache that is returned. */
  in(scope: string | undefined): ScopedCache<Value>
}

export type CacheBounds<Value> = {
  /** Bytes of all scopes together. */
  readonly maxBytes: number
  /** Bytes of one scope, so that a busy one does not drive out the others. */
  readonly maxScopeBytes: number
  /** Returns about how many bytes a value takes. */
  readonly measure: (value: Value) => number
}

/** Bytes of a key and its place, beside those of the value. */
const entryBytes = 200

type Entry<Value> = { readonly value: Value; readonly bytes: number }

/** The entries of one scope, the least recently used first. */
type Scope<Value> = { readonly entries: Map<string, Entry<Value>>; bytes: number }

/**
 * Opens a bounded store of results that are computed from content. A scope is opaque, and a result
 * is found only in its own: nobody learns of the content of others, not even by the time that a
 * result takes. The least recently used results go first: those of a scope that exceeds its share,
 * then those of the scope that was used least recently.
 */
export function openScopedCaches<Value>(bounds: CacheBounds<Value>): ScopedCaches<Value> {
  const { maxBytes, maxScopeBytes, measure } = bounds
  /** The least recently used first. */
  const scopes = new Map<string, Scope<Value>>()
  let totalBytes = 0

  function drop(scope: Scope<Value>, key: string): void {
    const entry = scope.entries.get(key)
    if (!entry) return
    scope.entries.delete(key)
    scope.bytes -= entry.bytes
    totalBytes -= entry.bytes
  }

  function dropOldest(scope: Scope<Value>): void {
    const [oldestKey] = scope.entries.keys()
    if (oldestKey !== undefined) drop(scope, oldestKey)
  }

  function dropOldestOfAll(): void {
    const [oldestScope] = scopes
    if (!oldestScope) return
    const [name, scope] = oldestScope
    dropOldest(scope)
    if (scope.entries.size === 0) scopes.delete(name)
  }

  function moveToEnd(name: string, scope: Scope<Value>): void {
    scopes.delete(name)
    scopes.set(name, scope)
  }

  function add(name: string, key: string, value: Value): void {
    const scope = scopes.get(name) ?? { entries: new Map<string, Entry<Value>>(), bytes: 0 }
    drop(scope, key)
    const bytes = entryBytes + measure(value)
    if (bytes > Math.min(maxScopeBytes, maxBytes)) return
    while (scope.bytes + bytes > maxScopeBytes) dropOldest(scope)
    while (totalBytes + bytes > maxBytes) dropOldestOfAll()
    scope.entries.set(key, { value, bytes })
    scope.bytes += bytes
    totalBytes += bytes
    moveToEnd(name, scope)
  }

  function get(name: string, key: string): Value | undefined {
    const scope = scopes.get(name)
    const entry = scope?.entries.get(key)
    if (!scope || !entry) return undefined
    scope.entries.delete(key)
    scope.entries.set(key, entry)
    moveToEnd(name, scope)
    return entry.value
  }

  return {
    in: (name) =>
      name === undefined
        ? new Map<string, Value>()
        : { get: (key) => get(name, key), set: (key, value) => add(name, key, value) },
  }
}
