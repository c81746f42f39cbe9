import type { Page } from '../model.ts'
import type { PdfJob } from '../pdf/read-pdf.ts'
import { type PdfWorker, startPdfWorker } from '../pdf/start-pdf-worker.ts'
import type { WorkerSettings } from './worker-messages.ts'

export type PoolSettings = WorkerSettings & {
  /** The file that a worker runs. */
  readonly worker: URL
  readonly threads: number
  /** For one job, from the moment that a worker takes it up. */
  readonly timeoutSeconds: number
}

export type WorkerPool = {
  run(job: PdfJob, signal?: AbortSignal): Promise<readonly Page[]>
  close(): Promise<void>
}

type Waiting = {
  readonly resolve: (worker: PdfWorker) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Workers start when they are first needed. A job that runs out of time or kills its worker fails alone: the
 * worker is replaced and the waiting jobs go on.
 */
export function openWorkerPool(settings: PoolSettings): WorkerPool {
  const workers = new Set<PdfWorker>()
  const idle: PdfWorker[] = []
  const waiting: Waiting[] = []
  let isClosed = false

  function start(): PdfWorker {
    const worker = startPdfWorker(settings.worker, { memoryMegabytes: settings.memoryMegabytes })
    workers.add(worker)
    return worker
  }

  /** An idle worker may have died meanwhile. */
  function takeIdle(): PdfWorker | undefined {
    for (let worker = idle.pop(); worker; worker = idle.pop()) {
      if (worker.isUsable()) return worker
      workers.delete(worker)
    }
    return undefined
  }

  async function acquire(signal?: AbortSignal): Promise<PdfWorker> {
    const worker = takeIdle()
    if (worker) return worker
    if (workers.size < settings.threads) return start()

    const { promise, resolve, reject } = Promise.withResolvers<PdfWorker>()
    const place: Waiting = { resolve, reject }
    const leave = () => {
      const at = waiting.indexOf(place)
      if (at >= 0) waiting.splice(at, 1)
      reject(signal?.reason)
    }
    waiting.push(place)
    signal?.addEventListener('abort', leave, { once: true })
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  function giveBack(worker: PdfWorker): void {
    const isUsable = worker.isUsable()
    if (!isUsable) workers.delete(worker)
    const next = waiting.shift()
    if (next) next.resolve(isUsable ? worker : start())
    else if (isUsable) idle.push(worker)
  }

  return {
    async run(job, signal) {
      signal?.throwIfAborted()
      if (isClosed) throw closedError()
      const worker = await acquire(signal)
      try {
        if (isClosed) throw closedError()
        return await worker.run(job, { timeoutSeconds: settings.timeoutSeconds, signal })
      } finally {
        giveBack(worker)
      }
    },

    async close() {
      isClosed = true
      const reason = closedError()
      for (const { reject } of waiting.splice(0)) reject(reason)
      await Promise.all([...workers].map((worker) => worker.end(reason)))
    },
  }
}

function closedError(): Error {
  return new Error('The reader is closed.')
}
