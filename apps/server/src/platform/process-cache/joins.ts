type Work = {
  readonly result: Promise<unknown>
  /** Ends the work. */
  readonly controller: AbortController
  /** How many wait for it. */
  waiting: number
}

type Run<T> = (signal: AbortSignal) => Promise<T>

/** Work under way, by its name. */
export function openJoins() {
  const underWay = new Map<string, Work>()

  return {
    async join<T>(name: string, run: Run<T>, signal?: AbortSignal): Promise<T> {
      signal?.throwIfAborted()
      const work = underWay.get(name) ?? begin(run)
      underWay.set(name, work)
      const forget = () => {
        if (underWay.get(name) === work) underWay.delete(name)
      }
      const left = Promise.withResolvers<never>()
      const leave = () => {
        left.reject(signal?.reason)
        work.waiting -= 1
        if (work.waiting > 0) return
        // Who comes now begins anew.
        forget()
        work.controller.abort(signal?.reason)
      }
      work.waiting += 1
      signal?.addEventListener('abort', leave, { once: true })
      try {
        // The same name is the same work, so its result is of the same type.
        return (await Promise.race([work.result.finally(forget), left.promise])) as T
      } finally {
        signal?.removeEventListener('abort', leave)
      }
    },
    async settled(name: string): Promise<void> {
      await underWay.get(name)?.result.catch(() => {})
    },
  }
}

function begin(run: Run<unknown>): Work {
  const controller = new AbortController()
  return { result: run(controller.signal), controller, waiting: 0 }
}
