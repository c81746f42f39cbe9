type SharedWork = {
  readonly result: Promise<unknown>
  /** Aborts the work. */
  readonly controller: AbortController
  /** Number of callers that wait for it. */
  waiters: number
}

type RunWork<T> = (signal: AbortSignal) => Promise<T>

/** Shares work in progress among callers, by name. */
export function createSharedWork() {
  const inProgress = new Map<string, SharedWork>()

  return {
    async join<T>(name: string, run: RunWork<T>, signal?: AbortSignal): Promise<T> {
      signal?.throwIfAborted()
      const work = inProgress.get(name) ?? startWork(run)
      inProgress.set(name, work)
      const remove = () => {
        if (inProgress.get(name) === work) inProgress.delete(name)
      }
      const abandonment = Promise.withResolvers<never>()
      const abandon = () => {
        abandonment.reject(signal?.reason)
        work.waiters -= 1
        if (work.waiters > 0) return
        // The next caller starts new work.
        remove()
        work.controller.abort(signal?.reason)
      }
      work.waiters += 1
      signal?.addEventListener('abort', abandon, { once: true })
      try {
        // Equal names mean equal work, so the result has the same type.
        return (await Promise.race([work.result.finally(remove), abandonment.promise])) as T
      } finally {
        signal?.removeEventListener('abort', abandon)
      }
    },
    async waitUntilIdle(name: string): Promise<void> {
      await inProgress.get(name)?.result.catch(() => {})
    },
  }
}

function startWork(run: RunWork<unknown>): SharedWork {
  const controller = new AbortController()
  return { result: run(controller.signal), controller, waiters: 0 }
}
