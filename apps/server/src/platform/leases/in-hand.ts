import { LeaseLostError } from './leases.ts'

/** `signal` tells the run to end; `abandon` aborts the signal of this run alone. */
type RowRun<T> = (signal: AbortSignal, abandon: () => void) => Promise<T>

/** What runs in this process, so that it can be stopped and waited for. */
export type InHand = {
  readonly ids: ReadonlySet<string>
  run<T>(id: string, work: RowRun<T>): Promise<T>
  /** Aborts everything, also what begins from now on. */
  close(): void
  /** Resolves when nothing runs. */
  idle(): Promise<void>
}

export function openInHand(): InHand {
  const controllers = new Map<string, AbortController>()
  const idleWaiters = new Set<() => void>()
  let isClosed = false

  const abort = (controller: AbortController | undefined) => controller?.abort(new LeaseLostError())
  const end = (id: string, controller: AbortController) => {
    if (controllers.get(id) === controller) controllers.delete(id)
    if (controllers.size > 0) return
    for (const resolve of idleWaiters) resolve()
    idleWaiters.clear()
  }

  return {
    get ids() {
      return new Set(controllers.keys())
    },
    async run(id, work) {
      // An earlier run of the row may still be on: one that lost it to another worker and gets it back.
      abort(controllers.get(id))
      const controller = new AbortController()
      controllers.set(id, controller)
      if (isClosed) abort(controller)
      try {
        return await work(controller.signal, () => abort(controller))
      } finally {
        end(id, controller)
      }
    },
    close() {
      isClosed = true
      for (const controller of controllers.values()) abort(controller)
    },
    async idle() {
      if (controllers.size === 0) return
      await new Promise<void>((resolve) => idleWaiters.add(resolve))
    },
  }
}
