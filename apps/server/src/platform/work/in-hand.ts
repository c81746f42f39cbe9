import type { SlotHandle } from './limits.ts'
import { LeaseLostError } from './work-queue.ts'

type RunSignals = Pick<SlotHandle, 'signal' | 'cancelSignal'>
/** `abandon` aborts the signal of this run alone. */
type ItemRun<T> = (signals: RunSignals, abandon: () => void) => Promise<T>

/** The items that run in this process, so that they can be stopped and waited for. */
export type ItemsInHand = {
  readonly ids: ReadonlySet<string>
  run<T>(id: string, work: ItemRun<T>): Promise<T>
  /** Aborts an item because somebody cancelled it. */
  cancel(id: string): void
  /** Aborts an item because another worker holds it, or nobody does. */
  abandon(id: string): void
  /** Aborts everything, also what begins from now on. */
  close(): void
  /** Resolves when nothing runs. */
  idle(): Promise<void>
}

type RunControllers = { readonly lease: AbortController; readonly cancel: AbortController }

export function openItemsInHand(): ItemsInHand {
  const runs = new Map<string, RunControllers>()
  const idleWaiters = new Set<() => void>()
  let isClosed = false

  const abort = (controller: AbortController | undefined) => controller?.abort(new LeaseLostError())
  const end = (id: string, controllers: RunControllers) => {
    if (runs.get(id) === controllers) runs.delete(id)
    if (runs.size > 0) return
    for (const resolve of idleWaiters) resolve()
    idleWaiters.clear()
  }

  return {
    get ids() {
      return new Set(runs.keys())
    },
    async run(id, work) {
      // An earlier run may still be ending, of an item that was lost to another worker and came back.
      abort(runs.get(id)?.lease)
      const controllers = { lease: new AbortController(), cancel: new AbortController() }
      runs.set(id, controllers)
      if (isClosed) abort(controllers.lease)
      const cancelSignal = controllers.cancel.signal
      const signal = AbortSignal.any([controllers.lease.signal, cancelSignal])
      try {
        return await work({ signal, cancelSignal }, () => abort(controllers.lease))
      } finally {
        end(id, controllers)
      }
    },
    cancel: (id) => abort(runs.get(id)?.cancel),
    abandon: (id) => abort(runs.get(id)?.lease),
    close() {
      isClosed = true
      for (const { lease } of runs.values()) abort(lease)
    },
    async idle() {
      if (runs.size === 0) return
      await new Promise<void>((resolve) => idleWaiters.add(resolve))
    },
  }
}
