/** A thread or a process that does one job at a time. */
export type PoolWorker = {
  isUsable(): boolean
  end(reason: Error): Promise<void>
}

export type Slots<W extends PoolWorker> = {
  /**
   * Does the work with a free worker, or starts one. Throws the signal's reason when it is aborted while it
   * waits.
   */
  use<T>(work: (worker: W) => Promise<T>, signal?: AbortSignal): Promise<T>
  close(): Promise<void>
}

type WaitingRequest<W> = {
  readonly resolve: (worker: W) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Shares a few workers among many jobs, first come, first served. They start when they are first needed; one
 * that comes back unusable is replaced, so that a job which kills its worker fails alone.
 */
export function openSlots<W extends PoolWorker>(limit: number, start: () => W): Slots<W> {
  const workers = new Set<W>()
  const idle: W[] = []
  const queue: WaitingRequest<W>[] = []
  let isClosed = false

  function startOne(): W {
    const worker = start()
    workers.add(worker)
    return worker
  }

  /** An idle worker may have died meanwhile. */
  function takeIdle(): W | undefined {
    for (let worker = idle.pop(); worker; worker = idle.pop()) {
      if (worker.isUsable()) return worker
      workers.delete(worker)
    }
    return undefined
  }

  function waitInLine(signal?: AbortSignal): Promise<W> {
    const { promise, resolve, reject } = Promise.withResolvers<W>()
    const place: WaitingRequest<W> = { resolve, reject }
    const leave = () => {
      const index = queue.indexOf(place)
      if (index >= 0) queue.splice(index, 1)
      reject(signal?.reason)
    }
    queue.push(place)
    signal?.addEventListener('abort', leave, { once: true })
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  async function take(signal?: AbortSignal): Promise<W> {
    signal?.throwIfAborted()
    if (isClosed) throw closedError()
    const free = takeIdle()
    if (free) return free
    return workers.size < limit ? startOne() : waitInLine(signal)
  }

  function giveBack(worker: W): void {
    const isUsable = worker.isUsable() && !isClosed
    if (!isUsable) workers.delete(worker)
    const next = queue.shift()
    if (next) next.resolve(isUsable ? worker : startOne())
    else if (isUsable) idle.push(worker)
  }

  return {
    async use(work, signal) {
      const worker = await take(signal)
      try {
        if (isClosed) throw closedError()
        return await work(worker)
      } finally {
        giveBack(worker)
      }
    },

    async close() {
      isClosed = true
      const reason = closedError()
      for (const { reject } of queue.splice(0)) reject(reason)
      await Promise.all([...workers].map((worker) => worker.end(reason)))
    },
  }
}

function closedError(): Error {
  return new Error('The reader is closed.')
}
