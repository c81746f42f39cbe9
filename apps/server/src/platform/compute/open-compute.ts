import type { Compute, ComputeJob, ComputeSettings } from './compute.ts'
import { type ComputeThread, startComputeThread } from './start-compute-thread.ts'

type Waiting = {
  readonly job: ComputeJob
  readonly resolve: (thread: ComputeThread) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Opens a pool of threads with one job at a time each. None starts before the first job comes; one
 * that was ended is replaced when the next job needs it.
 */
export function openCompute(settings: ComputeSettings): Compute {
  const threads = new Set<ComputeThread>()
  const idle = new Set<ComputeThread>()
  const waiting: Waiting[] = []
  let isClosed = false

  function startOne(): ComputeThread {
    const thread = startComputeThread(settings)
    threads.add(thread)
    return thread
  }

  /** Before any other the one that holds the document. */
  function takeIdle({ key }: ComputeJob): ComputeThread | undefined {
    for (const thread of idle) if (!thread.isUsable()) drop(thread)
    const free = [...idle]
    const thread = free.find((one) => one.holds(key)) ?? free[0]
    if (thread) idle.delete(thread)
    return thread
  }

  function drop(thread: ComputeThread): void {
    idle.delete(thread)
    threads.delete(thread)
  }

  function waitInLine(job: ComputeJob): Promise<ComputeThread> {
    const { promise, resolve, reject } = Promise.withResolvers<ComputeThread>()
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

  function giveBack(thread: ComputeThread): void {
    if (thread.isUsable()) idle.add(thread)
    else drop(thread)
    const next = isClosed ? undefined : waiting.shift()
    next?.resolve(takeIdle(next.job) ?? startOne())
  }

  async function take(job: ComputeJob): Promise<ComputeThread> {
    job.signal?.throwIfAborted()
    if (isClosed) throw closedError()
    const free = takeIdle(job)
    if (free) return free
    return threads.size < settings.threads ? startOne() : waitInLine(job)
  }

  return {
    async run(job) {
      const thread = await take(job)
      try {
        if (isClosed) throw closedError()
        return await thread.run(job)
      } finally {
        giveBack(thread)
      }
    },
    async close() {
      isClosed = true
      const reason = closedError()
      for (const { reject } of waiting.splice(0)) reject(reason)
      await Promise.all([...threads].map((thread) => thread.end(reason)))
    },
  }
}

function closedError(): Error {
  return new Error('The server is stopping.')
}
