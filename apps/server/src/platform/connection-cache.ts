/** A resource that is expensive to open and can be shared. */
type Closable = { close(): Promise<void> }

/**
 * Keeps connections open for a few seconds between uses, for example the connection to a
 * destination to which each file of a run is written. An optimization only.
 */
export type ConnectionCache = {
  /**
   * Runs `run` with the resource cached under the name, or with one that `open` creates. The name
   * must contain all settings it is opened with, so that other settings open another resource.
   */
  use<T extends Closable, R>(
    name: string,
    open: () => T,
    run: (resource: T) => Promise<R>,
  ): Promise<R>
  /** Closes all resources, even those in use. */
  close(): Promise<void>
}

const idleMilliseconds = 5000

type CacheEntry = { readonly resource: Closable; users: number; timer?: NodeJS.Timeout | undefined }

export function createConnectionCache(): ConnectionCache {
  const entries = new Map<string, CacheEntry>()

  function releaseEntry(name: string, entry: CacheEntry): void {
    entry.users -= 1
    if (entry.users > 0 || entries.get(name) !== entry) return
    entry.timer = setTimeout(() => {
      entries.delete(name)
      void closeEntry(entry)
    }, idleMilliseconds).unref()
  }

  return {
    async use(name, open, run) {
      const entry = entries.get(name) ?? { resource: open(), users: 0 }
      entries.set(name, entry)
      clearTimeout(entry.timer)
      entry.users += 1
      try {
        // Equal names mean equal resources, so the type is the same.
        return await run(entry.resource as ReturnType<typeof open>)
      } finally {
        releaseEntry(name, entry)
      }
    },
    async close() {
      const allEntries = [...entries.values()]
      entries.clear()
      for (const { timer } of allEntries) clearTimeout(timer)
      await Promise.all(allEntries.map(closeEntry))
    },
  }
}

/** Errors on closing are ignored: the users already have their results. */
const closeEntry = ({ resource }: CacheEntry): Promise<void> =>
  resource.close().catch(() => undefined)
