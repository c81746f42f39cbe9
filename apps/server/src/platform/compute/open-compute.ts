import type { Compute, ComputeJob, ComputeSettings } from './compute.ts'
import { type ComputeProcess, startComputeProcess } from './start-compute-process.ts'

type Waiting = {
  readonly job: ComputeJob
  readonly resolve: (worker: ComputeProcess) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Opens a pool of processes with one job at a time each. None starts before the first job comes; one
 * that was ended is replaced when the next job needs it.
 */
export function openCompute(settings: ComputeSettings): Compute {
  const processes = new Set<ComputeProcess>()
  const idle = new Set<ComputeProcess>()
  const waiting: Waiting[] = []
  let isClosed = false

  function startOne(): ComputeProcess {
    const worker = startComputeProcess(settings)
    processes.add(worker)
    return worker
  }

  /** Before any other the one that holds the document. */
  function takeIdle({ key }: ComputeJob): ComputeProcess | undefined {
    for (const worker of idle) if (!worker.isUsable()) drop(worker)
    const free = [...idle]
    const worker = free.find((one) => one.holds(key)) ?? free[0]
    if (worker) idle.delete(worker)
    return worker
  }

  function drop(worker: ComputeProcess): void {
    idle.delete(worker)
    processes.delete(worker)
  }

  function waitInLine(job: ComputeJob): Promise<ComputeProcess> {
    const { promise, resolve, reject } = Promise.withResolvers<ComputeProcess>()
    const place: Waiting = { job, resolve, reject }
    const leave = () => {
      const at = waiting.indexOf(place)
      if (at >= 0) waiting.splice(at, 1)
      reject(job.signal?.reason)
    }
    waiting.push(place)
    job.signal?.addEventListener('abort', leave, { once: true })
    return promise.finally(() => job.signal?.removeEventListener('abort', leave))
  }

  function giveBack(worker: ComputeProcess): void {
    if (worker.isUsable()) idle.add(worker)
    else drop(worker)
    const next = isClosed ? undefined : waiting.shift()
    next?.resolve(takeIdle(next.job) ?? startOne())
  }

  async function take(job: ComputeJob): Promise<ComputeProcess> {
    job.signal?.throwIfAborted()
    if (isClosed) throw closedError()
    const free = takeIdle(job)
    if (free) return free
    return processes.size < settings.processes ? startOne() : waitInLine(job)
  }

  return {
    async run(job) {
      const worker = await take(job)
      try {
        if (isClosed) throw closedError()
        return await worker.run(job)
      } finally {
        giveBack(worker)
      }
    },
    async close() {
      isClosed = true
      const reason = closedError()
      for (const { reject } of waiting.splice(0)) reject(reason)
      await Promise.all([...processes].map((worker) => worker.end(reason)))
    },
  }
}

function closedError(): Error {
  return new Error('The server is stopping.')
}
