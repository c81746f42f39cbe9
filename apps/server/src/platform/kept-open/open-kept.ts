/** Something that is dear to open, and may be used by several at a time. */
type Closable = { close(): Promise<void> }

/**
 * What is used again and again within seconds stays open between: the connections to a destination, which each
 * file of a run writes to. It saves work and nothing else.
 */
export type KeptOpen = {
  /**
   * Runs something with what is open under the name, or with what `open` makes. The name says all that
   * it was opened by, so that other settings open another one.
   */
  use<T extends Closable, R>(name: string, open: () => T, run: (thing: T) => Promise<R>): Promise<R>
  /** Closes all, also what somebody uses. */
  close(): Promise<void>
}

const idleMilliseconds = 5000

type Entry = { readonly thing: Closable; users: number; timer?: NodeJS.Timeout | undefined }

export function openKept(): KeptOpen {
  const entries = new Map<string, Entry>()

  function leave(name: string, entry: Entry): void {
    entry.users -= 1
    if (entry.users > 0 || entries.get(name) !== entry) return
    entry.timer = setTimeout(() => {
      entries.delete(name)
      void shut(entry)
    }, idleMilliseconds).unref()
  }

  return {
    async use(name, open, run) {
      const entry = entries.get(name) ?? { thing: open(), users: 0 }
      entries.set(name, entry)
      clearTimeout(entry.timer)
      entry.users += 1
      try {
        // The same name is the same thing, so it is of the same type.
        return await run(entry.thing as ReturnType<typeof open>)
      } finally {
        leave(name, entry)
      }
    },
    async close() {
      const all = [...entries.values()]
      entries.clear()
      for (const { timer } of all) clearTimeout(timer)
      await Promise.all(all.map(shut))
    },
  }
}

/** Nothing is lost with what does not close well: whoever used it has what it asked for. */
const shut = ({ thing }: Entry): Promise<void> => thing.close().catch(() => undefined)
