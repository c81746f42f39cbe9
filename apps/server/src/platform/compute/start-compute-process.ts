import { serialize } from 'node:v8'
import { nameOf } from '@recto/document-text/read-error'
import type { ComputeJob, ComputeSettings } from './compute.ts'
import { type ComputeChild, startComputeChild } from './compute-child.ts'
import { crashed, tooLong, tooMuchMemory } from './compute-errors.ts'
import { refusalOf } from './compute-limits.ts'
import { type HeldDocuments, openHeldDocuments } from './held-documents.ts'
import { openClock } from './open-clock.ts'
import { watchResident } from './resident-memory.ts'

export type ComputeProcess = {
  holds(key: string): boolean
  isUsable(): boolean
  run(job: ComputeJob): Promise<unknown>
  end(reason: Error): Promise<void>
}

type Running = {
  readonly job: ComputeJob
  readonly resolve: (result: unknown) => void
  readonly reject: (reason: unknown) => void
}

const bytesPerMegabyte = 1024 * 1024
/** Beside the heap: the engine itself, and bytes of documents and results. */
const besideHeapMegabytes = 512

/**
 * Starts one process, which keeps the server alive only while it has a job. It is ended when a job runs out of time or
 * memory or is aborted, and when none came for a while.
 */
export function startComputeProcess(settings: ComputeSettings): ComputeProcess {
  const { heapMegabytes, idleSeconds = 300 } = settings
  const held = openHeldDocuments(settings.heldMegabytes * bytesPerMegabyte)
  const ready = Promise.withResolvers<void>()
  const clock = openClock((seconds) => fail(tooLong(running?.job, seconds)))
  const idle = openClock(stop)
  const secondsOf = ({ timeoutSeconds = settings.timeoutSeconds }: ComputeJob) => timeoutSeconds
  let running: Running | undefined
  let isUsable = true
  const child = startComputeChild(settings, {
    ready: ready.resolve,
    ask: (question) => void reply(question),
    done: (result) => running?.resolve(result),
    tooLarge: (bytes) => running?.reject(refusalOf('result', bytes, nameOf(running.job.name))),
    refuse(message) {
      // Whatever it was, the document is sent again for the next job.
      if (running) held.drop(running.job.key)
      running?.reject(new Error(message))
    },
    crash: (cause) => fail(crashed(running?.job, cause, heapMegabytes)),
  })

  function stop(): void {
    isUsable = false
    idle.stop()
    child.kill()
  }
  function fail(reason: unknown): void {
    running?.reject(reason)
    stop()
  }
  async function reply(question: unknown): Promise<void> {
    const current = running
    clock.stop()
    try {
      const value = await current?.job.onAsk?.(question)
      if (!current || current !== running || !isUsable) return
      clock.start(secondsOf(current.job))
      await child.reply(value)
    } catch (error) {
      if (current === running) fail(error)
    }
  }
  return {
    holds: held.has,
    isUsable: () => isUsable,
    async run(job) {
      job.signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      running = { job, resolve, reject }
      idle.stop()
      const letGo = watchJob(child, job, { heapMegabytes, fail })
      try {
        const begin = () => clock.start(secondsOf(job))
        ready.promise.then(() => sendJob(child, { job, held, begin })).catch(reject)
        return await promise
      } finally {
        running = undefined
        clock.stop()
        letGo()
        if (isUsable) idle.start(idleSeconds)
      }
    },
    async end(reason) {
      fail(reason)
      await child.hasEnded()
    },
  }
}

type Watching = {
  readonly heapMegabytes: number
  readonly fail: (reason: unknown) => void
}

/** Ends what takes too much memory or is aborted. Returns how to let go of it. */
function watchJob(
  child: ComputeChild,
  { name, signal }: ComputeJob,
  { heapMegabytes, fail }: Watching,
): () => void {
  child.keepServer(true)
  const abort = () => fail(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const most = (heapMegabytes + besideHeapMegabytes) * bytesPerMegabyte
  const unwatch = watchResident(child.pid, most, () => fail(tooMuchMemory({ name }, heapMegabytes)))
  return () => {
    unwatch()
    signal?.removeEventListener('abort', abort)
    child.keepServer(false)
  }
}

type Sending = {
  readonly job: ComputeJob
  readonly held: HeldDocuments
  /** Called when all is there that goes to the process. */
  readonly begin: () => void
}

async function sendJob(child: ComputeChild, { job, held, begin }: Sending): Promise<void> {
  const { key, operation, signal } = job
  const document = held.has(key) ? undefined : await job.load()
  signal?.throwIfAborted()
  const input = serialize(job.input)
  const name = nameOf(job.name)
  const refused =
    refusalOf('document', document?.length ?? 0, name) ?? refusalOf('input', input.length, name)
  if (refused) throw refused
  const forget = held.use(key, document?.length)
  begin()
  await child.sendJob({ key, operation, forget, document, input })
}
