import type { Compute, ComputeJob, ComputeSettings } from './compute.ts'
import { isMemoryError } from './compute-errors.ts'
import { type ComputeProcess, startComputeProcess } from './start-compute-process.ts'

type QueuedJob = {
  readonly job: ComputeJob
  readonly resolve: (child: ComputeProcess) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Opens a pool of processes that run one job at a time each. None starts before the first job; an
 * ended one is replaced when a job needs it.
 */
export function openCompute(settings: ComputeSettings): Compute {
  const processes = new Set<ComputeProcess>()
  const idle = new Set<ComputeProcess>()
  const queue: QueuedJob[] = []
  let isClosed = false

  function startProcess(): ComputeProcess {
    const child = startComputeProcess(settings)
    processes.add(child)
    return child
  }

  /** Prefers a process that has the document cached. */
  function takeIdleProcess({ key }: ComputeJob): ComputeProcess | undefined {
    for (const child of idle) if (!child.isUsable()) removeProcess(child)
    const idleProcesses = [...idle]
    const child = idleProcesses.find((candidate) => candidate.hasCached(key)) ?? idleProcesses[0]
    if (child) idle.delete(child)
    return child
  }

  function removeProcess(child: ComputeProcess): void {
    idle.delete(child)
    processes.delete(child)
  }

  function waitForProcess(job: ComputeJob): Promise<ComputeProcess> {
    const { promise, resolve, reject } = Promise.withResolvers<ComputeProcess>()
    const queuedJob: QueuedJob = { job, resolve, reject }
    const leaveQueue = () => {
      const index = queue.indexOf(queuedJob)
      if (index >= 0) queue.splice(index, 1)
      reject(job.signal?.reason)
    }
    queue.push(queuedJob)
    job.signal?.addEventListener('abort', leaveQueue, { once: true })
    return promise.finally(() => job.signal?.removeEventListener('abort', leaveQueue))
  }

  function releaseProcess(child: ComputeProcess): void {
    if (child.isUsable()) idle.add(child)
    else removeProcess(child)
    const next = isClosed ? undefined : queue.shift()
    next?.resolve(takeIdleProcess(next.job) ?? startProcess())
  }

  async function acquireProcess(job: ComputeJob): Promise<ComputeProcess> {
    job.signal?.throwIfAborted()
    if (isClosed) throw createClosedError()
    const idleProcess = takeIdleProcess(job)
    if (idleProcess) return idleProcess
    return processes.size < settings.processes ? startProcess() : waitForProcess(job)
  }

  async function runIn(child: ComputeProcess, job: ComputeJob): Promise<unknown> {
    try {
      if (isClosed) throw createClosedError()
      return await child.run(job)
    } finally {
      releaseProcess(child)
    }
  }

  /** A process that has run no job; if there is none, an idle one is replaced. */
  async function acquireFreshProcess(job: ComputeJob): Promise<ComputeProcess> {
    const child = await acquireProcess(job)
    if (child.isFresh()) return child
    removeProcess(child)
    await child.end(new Error('The process makes room for a fresh one.'))
    return startProcess()
  }

  return {
    async run(job) {
      const child = await acquireProcess(job)
      const isFresh = child.isFresh()
      try {
        return await runIn(child, job)
      } catch (error) {
        // Earlier jobs may have left too little memory for this one.
        if (isFresh || isClosed || !isMemoryError(error)) throw error
      }
      return runIn(await acquireFreshProcess(job), job)
    },
    async close() {
      isClosed = true
      const reason = createClosedError()
      for (const { reject } of queue.splice(0)) reject(reason)
      await Promise.all([...processes].map((child) => child.end(reason)))
    },
  }
}

function createClosedError(): Error {
  return new Error('The server is stopping.')
}
