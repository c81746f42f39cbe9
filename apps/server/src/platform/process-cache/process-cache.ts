import { createSharedWork } from './shared-work.ts'

/**
 * Avoids duplicate work within one process. An optimization only: each process has its own, and
 * anything that must happen only once needs a claim.
 */
export type ProcessCache = {
  /**
   * Callers that request work under the same name while it is in progress share its result. A
   * caller whose signal is aborted stops waiting; the work is aborted when no caller waits any
   * more.
   */
  join<T>(name: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Resolves when no work is in progress under the name. */
  waitUntilIdle(name: string): Promise<void>
  /** Returns a shared object if it is still referenced somewhere. */
  find<T extends object>(name: string): T | undefined
  /**
   * Shares an object by a weak reference, which keeps it from using memory longer than it is used
   * elsewhere.
   */
  share(name: string, object: object): void
}

export function openProcessCache(): ProcessCache {
  const { join, waitUntilIdle } = createSharedWork()
  const references = new Map<string, WeakRef<object>>()
  const registry = new FinalizationRegistry<string>((name) => {
    // The name may refer to a newer object by now.
    if (!references.get(name)?.deref()) references.delete(name)
  })

  return {
    join,
    waitUntilIdle,
    // Equal names mean equal types.
    find: <T extends object>(name: string) => references.get(name)?.deref() as T | undefined,
    share(name, object) {
      references.set(name, new WeakRef(object))
      registry.register(object, name)
    },
  }
}
