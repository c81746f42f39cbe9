import { LeaseLostError } from './leases.ts'

/** What runs in this process, so that it can be stopped and waited for. */
export type InHand = {
  readonly ids: ReadonlySet<string>
  run<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Aborts everything, also what begins from now on. */
  close(): void
  /** Resolves when nothing runs. */
  idle(): Promise<void>
}

export function openInHand(): InHand {
  const controllers = new Map<string, AbortController>()
  const idling = new Set<() => void>()
  let isClosed = false

  const abort = (ids: Iterable<string>) => {
    for (const id of ids) controllers.get(id)?.abort(new LeaseLostError())
  }
  const end = (id: string) => {
    controllers.delete(id)
    if (controllers.size > 0) return
    for (const resolve of idling) resolve()
    idling.clear()
  }

  return {
    get ids() {
      return new Set(controllers.keys())
    },
    async run(id, work) {
      const controller = new AbortController()
      controllers.set(id, controller)
      if (isClosed) abort([id])
      try {
        return await work(controller.signal)
      } finally {
        end(id)
      }
    },
    close() {
      isClosed = true
      abort([...controllers.keys()])
    },
    async idle() {
      if (controllers.size === 0) return
      await new Promise<void>((resolve) => idling.add(resolve))
    },
  }
}
